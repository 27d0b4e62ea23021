import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type RawData, WebSocket } from 'ws';
import { ChunkList } from './chunk-list.ts';
import { AddressNotAllowed, createGuardedLookup, isUrlAllowed } from './ssrf-guard.ts';

/** OpenAI accepts 15 MB of audio at once, which is 20 MB in Base64. */
const MESSAGE_BYTES_MAX = 24 * 1024 * 1024;
/** How long an upstream may take to accept a connection, or to say why not, in milliseconds. */
export const HANDSHAKE_MS = 15_000;
/**
 * Settings of all WebSockets, on both sides. Each emits one message per event-loop turn, so that thousands of
 * small messages do not block others.
 */
export const WEBSOCKET_LIMITS = {
  allowSynchronousEvents: false,
  perMessageDeflate: false,
  maxPayload: MESSAGE_BYTES_MAX,
} as const;
const REFUSAL_BYTES_MAX = 65_536;

export interface SocketTarget {
  /** http(s) or ws(s). */
  url: string;
  headers: Readonly<Record<string, string>>;
  allowPrivate: boolean;
}

/**
 * Opens a WebSocket to a user-supplied address, which has 15 s to accept it or to say why not. Throws
 * AddressNotAllowed.
 */
export function openGuardedWebSocket({ url, headers, allowPrivate }: SocketTarget): WebSocket {
  const address = new URL(url.replace(/^ws/, 'http'));
  if (!isUrlAllowed(address, allowPrivate)) throw new AddressNotAllowed(address.hostname);
  const socket = new WebSocket(url.replace(/^http/, 'ws'), {
    headers: { ...headers },
    ...WEBSOCKET_LIMITS,
    handshakeTimeout: HANDSHAKE_MS,
    followRedirects: false,
    lookup: createGuardedLookup(allowPrivate),
  });
  socket.once('upgrade', (response) => carriers.set(socket, response.socket));
  // The handshake's own limit begins again with every byte of a response.
  const limit = setTimeout(() => socket.terminate(), HANDSHAKE_MS);
  for (const event of ['open', 'close']) socket.once(event, () => clearTimeout(limit));
  return socket;
}

const carriers = new WeakMap<WebSocket, Socket>();

/** Returns the connection under a WebSocket opened here, once it is open. */
export function underlyingSocket(socket: WebSocket): Socket | undefined {
  return carriers.get(socket);
}

/** Reads the beginning of the response of a server that rejected an upgrade. */
export async function readRejectedUpgrade(response: IncomingMessage): Promise<Buffer> {
  const chunks = new ChunkList();
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (chunks.bytes + chunk.length > REFUSAL_BYTES_MAX) break;
    chunks.push(chunk);
  }
  return chunks.take();
}

/** Joins the fragments of a message. */
export function joinMessage(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
