import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Handles what Node's parser can't read, or refuses because the request before it was to be the last. Requests
 * that had arrived whole before are answered first: Node itself would put a 400 in place of their answers, or
 * cut them off.
 */
export class ClientErrors {
  /** Unfinished responses by connection. */
  readonly #open = new WeakMap<Socket, Set<ServerResponse>>();
  readonly #broken = new WeakSet<Socket>();

  began(response: ServerResponse): void {
    const { socket } = response.req;
    const open = this.#open.get(socket) ?? new Set();
    this.#open.set(socket, open.add(response));
    response.once('close', () => {
      open.delete(response);
      if (this.#broken.has(socket)) this.#closeOnceAnswered(socket);
    });
  }

  /** For the event `clientError`. */
  readonly take = (error: Error & { code?: string }, socket: Socket): void => {
    // Every further piece of an unreadable connection is an error.
    if (this.#broken.has(socket)) return;
    this.#broken.add(socket);
    if (this.#isAnswering(socket)) return;
    const [unanswered] = this.#open.get(socket) ?? [];
    if (socket.writable && !unanswered?.headersSent)
      socket.write(
        `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`,
      );
    socket.destroy(error);
  };

  #closeOnceAnswered(socket: Socket): void {
    if (!this.#isAnswering(socket)) socket.destroySoon();
  }

  #isAnswering(socket: Socket): boolean {
    return [...(this.#open.get(socket) ?? [])].some(({ req }) => req.complete);
  }
}
