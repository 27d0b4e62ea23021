import type { SocketTransport } from '@tollgate/dialects';
import type { OutboundResponse } from '../../platform/outbound.ts';
import { WebSocketRequest } from '../../platform/websocket-request.ts';

export interface WebSocketJsonRequest {
  url: string;
  body: Uint8Array;
  socket: SocketTransport;
  allowPrivate: boolean;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Sends a request over a WebSocket and returns its whole response, as if read from an event stream. */
export function requestOverWebSocket(
  question: WebSocketJsonRequest,
): Promise<Pick<OutboundResponse, 'status' | 'headers' | 'text'>> {
  const { url, body, socket, allowPrivate, timeoutMs, signal } = question;
  return new Promise((resolve, reject) => {
    let text = '';
    const call = new WebSocketRequest(
      { url, body, allowPrivate, idleMs: timeoutMs, isLast: socket.isLast },
      {
        opened: () => undefined,
        refused: (status, headers, response) =>
          resolve({ status, headers, text: response.toString('utf8') }),
        message(message) {
          text += `data: ${message.toString('utf8')}\n\n`;
        },
        ended: () =>
          resolve({ status: 200, headers: { 'content-type': 'text/event-stream' }, text }),
        failed: reject,
      },
    );
    signal?.addEventListener('abort', () => call.abort(), { once: true });
  });
}
