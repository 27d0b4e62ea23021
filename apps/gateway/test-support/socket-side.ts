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
  send(data: Buffer | string): void {
    this.heard.push(JSON.parse(String(data)) as { type: string });
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
