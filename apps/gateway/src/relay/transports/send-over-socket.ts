import type { SocketTransport } from '@tollgate/dialects';
import {
  WebSocketRequest,
  type WebSocketRequestOptions,
} from '../../platform/websocket-request.ts';
import { ResponseHeaders } from '../http1/response-headers.ts';
import { UpstreamTimeout } from '../http1/connection.ts';
import type { UpstreamRequest } from '../../domain/channels/upstream-request.ts';
import type { UpstreamCall, UpstreamEvents } from '../http1/upstream-http-client.ts';

const IDLE_MS = 300_000;
const EVENTS = new ResponseHeaders('content-type: text/event-stream', 'text/event-stream');
const START = Buffer.from('data: ');
const END = Buffer.from('\n\n');

export interface SocketInput {
  request: UpstreamRequest;
  socket: SocketTransport;
  allowPrivate: boolean;
  memory: NonNullable<WebSocketRequestOptions['memory']>;
}

/** Sends a request over its own WebSocket; presents the response's messages as server-sent events. */
export function sendOverSocket(
  { request, socket, allowPrivate, memory }: SocketInput,
  events: UpstreamEvents,
): UpstreamCall {
  const { url, body = new Uint8Array() } = request;
  return new WebSocketRequest(
    { url, body, allowPrivate, idleMs: IDLE_MS, memory, isLast: socket.isLast },
    {
      opened: () => events.started(200, EVENTS),
      refused(status, headers, response) {
        const type = headers['content-type'];
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
        events.started(status, new ResponseHeaders(lines.join('\r\n'), type));
        events.data(response);
        events.ended();
      },
      message: (message) => events.data(Buffer.concat([START, message, END])),
      ended: () => events.ended(),
      failed: (error) =>
        events.failed(
          error.name === 'TimeoutError' ? new UpstreamTimeout('UPSTREAM_PIECE_TIMEOUT') : error,
        ),
    },
  );
}
