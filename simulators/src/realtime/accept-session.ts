import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { realClock } from '../clock.ts';
import { readKey } from '../credentials.ts';
import type { ServerState } from '../wire.ts';
import { RealtimeSession } from './realtime-session.ts';

const server = new WebSocketServer({ noServer: true });
const PATHS = new Set(['/v1/realtime', '/openai/realtime', '/openai/v1/realtime']);
/** Key faults that refuse the connection itself. */
const REFUSALS: Readonly<Record<string, [number, string]>> = {
  'status-401': [401, 'invalid_api_key'],
  'status-429': [429, 'rate_limit_exceeded'],
  'status-500': [500, 'server_error'],
};

/** Accepts a connection as a realtime session, or refuses it as OpenAI does. */
export function acceptSession(
  state: ServerState,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { options, recorder } = state;
  const url = new URL(request.url ?? '/', 'http://simulator');
  const record = { method: 'GET', path: request.url ?? '', headers: request.headers, body: '' };
  recorder.record(record);
  const key = readKey(request);
  const known = !options.apiKeys || options.apiKeys.includes(key);
  const refusal = known ? REFUSALS[options.faults?.get(key) ?? ''] : REFUSALS['status-401'];
  if (refusal) return refuse(socket, ...refusal);
  if (!PATHS.has(url.pathname)) return refuse(socket, 404, 'not_found');
  server.handleUpgrade(request, socket, head, (session) => {
    recorder.change({ open: 1 });
    session.once('close', () => recorder.change({ open: -1 }));
    const realtime = new RealtimeSession(session, {
      model: url.searchParams.get('model') ?? url.searchParams.get('deployment') ?? '',
      clock: options.clock ?? realClock,
      script: () => state.next?.(record, state.scripted++),
      onMessage: (text) => recorder.record({ ...record, method: 'EVENT', body: text }),
    });
    realtime.begin();
  });
}

function refuse(socket: Duplex, status: number, code: string): void {
  const body = JSON.stringify({
    error: { message: code, type: 'server_error', code, param: null },
  });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
