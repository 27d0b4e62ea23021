import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const STATUS_START = 'HTTP/1.1 '.length;
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/**
 * One connection of a load generator: sends the same bytes repeatedly and reads responses with a
 * content-length. Produces almost no garbage, whose collection would show up as latency.
 */
export class LoadConnection {
  readonly #socket: Socket;
  #done: ((good: boolean) => void) | undefined;
  /** Remaining bytes of the current response; undefined until its head is complete. */
  #missing: number | undefined;
  #head = '';
  #good = false;

  constructor(host: string, port: number) {
    const buffer = Buffer.allocUnsafeSlow(64 * 1024);
    const callback = (length: number) => {
      this.#heard(buffer, length);
      return true;
    };
    this.#socket = connect({ host, port, noDelay: true, onread: { buffer, callback } });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#finish(false));
  }

  get closed(): boolean {
    return this.#socket.destroyed;
  }

  /** Sends a request; `done` receives whether its response was 200 and complete. One request at a time. */
  call(request: Buffer, done: (good: boolean) => void): void {
    this.#done = done;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #heard(buffer: Buffer, length: number): void {
    if (this.#missing === undefined) {
      this.#head += buffer.toString('latin1', 0, length);
      const end = this.#head.indexOf(HEAD_END);
      if (end === -1) return;
      const head = this.#head.slice(0, end);
      this.#good = head.startsWith('200', STATUS_START);
      const body = this.#head.length - end - HEAD_END.length;
      this.#missing = Number(LENGTH.exec(head)?.[1]) - body;
    } else this.#missing -= length;
    if (this.#missing === 0) this.#finish(this.#good);
    else if (!(this.#missing > 0)) this.close();
  }

  #finish(good: boolean): void {
    const done = this.#done;
    this.#done = undefined;
    this.#missing = undefined;
    this.#head = '';
    done?.(good);
  }
}
