import type { WebSocket } from 'ws';
import { queuedBytes, sendQueued } from '../../platform/queued-bytes.ts';

/** Bytes queued in a socket at which its source is paused, and at which it is resumed. */
const HIGH_BYTES = 1024 * 1024;
const LOW_BYTES = 256 * 1024;

/** One message of a realtime session. */
export interface RealtimeMessage {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** Whether a socket accepts messages. */
export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN;
}

/** Why a side is not read: its events cause work, or what they cause fills the queue of a socket. */
type Reason = 'paying' | 'charging' | WebSocket;

interface FlowEvents {
  /** A queue grew or shrank. */
  changed: () => void;
  /** A source is paused because the queue to this side is full. */
  stalled: (to: WebSocket) => void;
  /** That ended. */
  flowing: (to: WebSocket) => void;
}

/**
 * Passes messages between the sides of a session with backpressure: while too much is queued, its source is
 * not read, so that neither side can fill the gateway's memory. A side is read again once every reason not to
 * has ended.
 */
export class MessageFlow {
  readonly #events: FlowEvents;
  readonly #paused = new Map<WebSocket, Set<Reason>>();

  constructor(events: FlowEvents) {
    this.#events = events;
  }

  /** Stops reading a side. */
  pause(side: WebSocket, reason: Reason): void {
    const reasons = this.#paused.get(side) ?? new Set();
    this.#paused.set(side, reasons.add(reason));
    if (isOpen(side)) side.pause();
  }

  /** Reads a side again, unless there is another reason not to. */
  resume(side: WebSocket, reason: Reason): void {
    const reasons = this.#paused.get(side);
    if (reasons?.delete(reason) && reasons.size === 0 && isOpen(side)) side.resume();
  }

  /** Sends a message that `from` sent, or caused. */
  send(message: RealtimeMessage, from: WebSocket, to: WebSocket): void {
    if (!isOpen(to)) return;
    sendQueued(to, message, () => this.#written(to));
    this.#events.changed();
    const isPaused = this.#paused.get(from)?.has(to) === true;
    if (queuedBytes(to) <= HIGH_BYTES || isPaused || !isOpen(from)) return;
    this.pause(from, to);
    this.#events.stalled(to);
  }

  #written(to: WebSocket): void {
    this.#events.changed();
    if (queuedBytes(to) > LOW_BYTES) return;
    this.#events.flowing(to);
    for (const side of this.#paused.keys()) this.resume(side, to);
  }
}
