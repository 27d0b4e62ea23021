import type { WebSocket } from 'ws';

/** What a message that waits to be written occupies beside its bytes. */
const MESSAGE_COST = 768;

/** Messages handed to each socket that are not written yet. */
const unwritten = new WeakMap<WebSocket, number>();

/** Sends a message, which counts in `queuedBytes` until it is written; then calls `written`. */
export function sendQueued(
  socket: WebSocket,
  { data, isBinary }: { data: Buffer; isBinary: boolean },
  written: () => void,
): void {
  unwritten.set(socket, (unwritten.get(socket) ?? 0) + 1);
  socket.send(data, { binary: isBinary }, () => {
    unwritten.set(socket, (unwritten.get(socket) ?? 1) - 1);
    written();
  });
}

/** Returns what a socket's queue occupies: many tiny messages take far more than their bytes. */
export function queuedBytes(socket: WebSocket): number {
  return socket.bufferedAmount + (unwritten.get(socket) ?? 0) * MESSAGE_COST;
}
