import type { WebSocket } from 'ws';

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

/**
 * Forwards a message with backpressure: while too much is queued, its source is not read, so that neither
 * side can fill the gateway's memory. Calls `stalled` when that begins, `flowing` when it ends, and `changed`
 * when the queue grows or shrinks.
 */
export function forwardMessage(
  { data, isBinary }: RealtimeMessage,
  from: WebSocket,
  to: WebSocket,
  pace: { stalled: () => void; flowing: () => void; changed: () => void },
): void {
  if (!isOpen(to)) return;
  to.send(data, { binary: isBinary }, () => {
    pace.changed();
    if (!from.isPaused || to.bufferedAmount > LOW_BYTES) return;
    pace.flowing();
    from.resume();
  });
  pace.changed();
  if (to.bufferedAmount <= HIGH_BYTES || from.isPaused || !isOpen(from)) return;
  from.pause();
  pace.stalled();
}
