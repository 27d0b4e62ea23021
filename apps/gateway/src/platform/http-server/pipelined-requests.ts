import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More requests than an honest client sends ahead of their responses. */
const WAITING_MAX = 64;

/**
 * Serves the requests of a connection one after the other. Node would serve all at once that arrive ahead of
 * their responses, some 2,000 in a read, and keep the responses for a client that may read none of them.
 */
export class PipelinedRequests {
  /** What waits for the response being served, by connection. */
  readonly #waiting = new WeakMap<Socket, (() => void)[]>();

  /** Calls `serve` once everything before it is answered; a connection with too many waiting is closed. */
  add(response: ServerResponse, serve: () => void): void {
    const { socket } = response.req;
    const waiting = this.#waiting.get(socket);
    if (!waiting) {
      this.#waiting.set(socket, []);
      this.#serve(socket, response, serve);
    } else if (waiting.push(() => this.#serve(socket, response, serve)) > WAITING_MAX) {
      waiting.length = 0;
      socket.destroy();
    }
  }

  #serve(socket: Socket, response: ServerResponse, serve: () => void): void {
    response.once('close', () => this.#serveNext(socket));
    serve();
  }

  #serveNext(socket: Socket): void {
    const next = socket.writable ? this.#waiting.get(socket)?.shift() : undefined;
    if (next) next();
    else this.#waiting.delete(socket);
  }
}
