import { EventEmitter } from 'node:events';

/** A side of a realtime session: what it sends is emitted manually, what it receives is recorded. */
export class SocketSide extends EventEmitter {
  readonly OPEN = 1;
  readonly bufferedAmount = 0;
  readonly heard: { type: string }[] = [];
  readyState = 1;
  isPaused = false;

  say(event: unknown): void {
    this.emit('message', Buffer.from(JSON.stringify(event)), false);
  }
  /** Whether nothing that is sent gets written. */
  isStuck = false;
  readonly #unwritten: (() => void)[] = [];

  send(data: Buffer | string, _options?: object, written?: () => void): void {
    this.heard.push(JSON.parse(String(data)) as { type: string });
    if (written) this.#unwritten.push(written);
    if (!this.isStuck) this.unstick();
  }
  /** Writes what was sent. */
  unstick(): void {
    this.isStuck = false;
    for (const written of this.#unwritten.splice(0)) queueMicrotask(written);
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  terminate(): void {
    this.close();
  }
  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit('close', 1000, Buffer.alloc(0));
  }
}
