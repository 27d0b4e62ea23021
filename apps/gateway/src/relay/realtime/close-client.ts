import type { WebSocket } from 'ws';
import { isOpen } from './message-flow.ts';

/** How an upstream closed a session. */
export interface UpstreamEnd {
  code: number;
  reason: Buffer;
}

/** WebSocket close codes. */
export const CLOSE = {
  normal: 1000,
  away: 1001,
  refused: 1008,
  failed: 1011,
  restart: 1012,
} as const;
/** How long either side may take to end in order, in milliseconds. */
export const FAREWELL_MS = 5000;

/** Replaces close codes that a socket reports but may not send. */
export function closeCode(code: number): number {
  const isSendable = code >= 1000 && code <= 4999 && ![1004, 1005, 1006, 1015].includes(code);
  return isSendable ? code : CLOSE.failed;
}

/** Closes the client's socket; terminates it if the client does not respond soon. */
export function closeClient(client: WebSocket, code: number, reason: string | Buffer): void {
  if (!isOpen(client)) return;
  const limit = setTimeout(() => client.terminate(), FAREWELL_MS);
  client.once('close', () => clearTimeout(limit));
  client.close(code, reason);
}
