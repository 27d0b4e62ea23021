import type { WebSocket } from 'ws';

/** What waits in a socket before the other side is asked to wait, and when it goes on. */
const HIGH_BYTES = 1024 * 1024;
const LOW_BYTES = 256 * 1024;

/** One message of a live talk. */
export interface RealtimeMessage {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** Whether a socket takes messages. */
export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN;
}

/**
 * Hands a message on. While too much waits to be sent, its source is not read: neither side can
 * fill the memory of the gateway. `stalled` hears when that begins, `flowing` when it ends, and
 * `changed` when more or less waits.
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
