import type { SocketTransport } from '@tollgate/dialects';
import type { OutboundResponse } from '../../platform/outbound.ts';
import { WebSocketRequest } from '../../platform/websocket-request.ts';

export interface WebSocketJsonRequest {
  url: string;
  body: Uint8Array;
  socket: SocketTransport;
  allowPrivate: boolean;
  /** Of the whole exchange. */
  timeoutMs: number;
  /** Of all messages together. */
  maxBytes: number;
  signal: AbortSignal | undefined;
}

class SocketResponseTooLarge extends Error {}

/**
 * Sends a request over a WebSocket and returns its whole response, as if read from an event stream. Limited
 * in time and total size.
 */
export function requestOverWebSocket(
  request: WebSocketJsonRequest,
): Promise<Pick<OutboundResponse, 'status' | 'headers' | 'text'>> {
  const { url, body, socket, allowPrivate, timeoutMs, maxBytes, signal } = request;
  const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  return new Promise((resolve, reject) => {
    let text = '';
    let size = 0;
    const call = new WebSocketRequest(
      { url, body, allowPrivate, idleMs: timeoutMs, isLast: socket.isLast },
      {
        opened: () => undefined,
        refused: (status, headers, response) =>
          resolve({ status, headers, text: response.toString('utf8') }),
        message(message) {
          size += message.length;
          if (size > maxBytes) throw new SocketResponseTooLarge(`more than ${maxBytes} bytes`);
          text += `data: ${message.toString('utf8')}\n\n`;
        },
        ended: () =>
          resolve({ status: 200, headers: { 'content-type': 'text/event-stream' }, text }),
        failed: reject,
      },
    );
    const end = () => {
      reject(ends.reason as Error);
      call.abort();
    };
    ends.addEventListener('abort', end, { once: true });
  });
}
