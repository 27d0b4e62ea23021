import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { renderError } from '@tollgate/dialects';
import { type WebSocket, WebSocketServer } from 'ws';
import type { CallerError } from '../errors/caller-error-fields.ts';
import { commonHeaders } from '../response/write-response.ts';
import type { ByteBudget } from '../../platform/byte-budget.ts';
import { SocketMemory } from '../../platform/socket-memory.ts';
import { WEBSOCKET_LIMITS } from '../../platform/guarded-websocket.ts';
import { closeClient, FAREWELL_MS } from './close-client.ts';
import { errorEvent } from './error-event.ts';

/** The client's connection before its upgrade to WebSocket. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

const KEY_PROTOCOL = 'openai-insecure-api-key.';
const BETA_PROTOCOL = 'openai-beta.';
const REFUSED = 3000;

const server = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  ...WEBSOCKET_LIMITS,
  handleProtocols: (protocols) => {
    const [first = false] = [...protocols].filter((name) => !name.startsWith(KEY_PROTOCOL));
    return protocols.has('realtime') ? 'realtime' : first;
  },
});

const protocolsOf = ({ 'sec-websocket-protocol': list = '' }: IncomingHttpHeaders) =>
  list.split(',').map((name) => name.trim());

/**
 * Returns the headers of a request, including what browsers can only send as sub-protocols: the key and the
 * version.
 */
export function handshakeHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const protocols = protocolsOf(headers);
  const key = protocols.find((name) => name.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length);
  const beta = protocols.find((name) => name.startsWith(BETA_PROTOCOL));
  const version = beta?.slice(BETA_PROTOCOL.length).replace(/-(v\d+)$/, '=$1');
  return {
    ...headers,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(version === undefined ? {} : { 'openai-beta': version }),
  };
}

/**
 * Upgrades the client's connection to a WebSocket; returns undefined for an invalid upgrade, which gets an
 * error. Invalid frames end the connection at any time.
 */
export function openClient({ request, socket, head }: UpgradeRequest): WebSocket | undefined {
  let client: WebSocket | undefined;
  server.handleUpgrade(request, socket, head, (opened) => {
    client = opened.on('error', () => opened.terminate());
  });
  return client;
}

/**
 * Refuses a session with an HTTP response; browsers, which can't read it, get an error event, and what they
 * still send counts toward the memory budget.
 */
export function refuseSession(
  upgrade: UpgradeRequest,
  fault: CallerError,
  { requestId, bodies }: { requestId: string; bodies: ByteBudget },
): void {
  const { request, socket } = upgrade;
  if (socket.destroyed) return;
  if (protocolsOf(request.headers).some((name) => name.startsWith(KEY_PROTOCOL))) {
    const client = openClient(upgrade);
    if (!client) return;
    const memory = new SocketMemory(bodies, 0, () => client.terminate());
    memory.watch(client, socket);
    client.once('close', () => memory.release());
    client.send(errorEvent(fault, requestId));
    closeClient(client, REFUSED, fault.code.slice(0, 100));
    return;
  }
  const body = Buffer.from(renderError('openai-chat', { ...fault, requestId }));
  const headers = commonHeaders(requestId);
  headers.push('content-type', 'application/json; charset=utf-8');
  headers.push('content-length', String(body.length), 'connection', 'close');
  if (fault.retryAfterSeconds !== undefined)
    headers.push('retry-after', String(fault.retryAfterSeconds));
  const lines = [`HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? 'Error'}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  endConnection(socket, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
}

/** Writes a response and closes; what the client still sends is discarded, and it has a while to close too. */
function endConnection(socket: Duplex, response: Buffer): void {
  const limit = setTimeout(() => socket.destroy(), FAREWELL_MS);
  socket.once('close', () => clearTimeout(limit));
  socket.resume();
  socket.end(response);
}
