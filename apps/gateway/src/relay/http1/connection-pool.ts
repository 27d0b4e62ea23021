import {
  Connection,
  type ConnectionLimits,
  type ConnectionOwner,
  type Origin,
} from './connection.ts';
import type { Carrier, PooledCall } from './pooled-call.ts';

/** Keep-alive connections to one origin, most recently used first. */
export class ConnectionPool implements ConnectionOwner {
  readonly #origin: Origin;
  readonly #limits: ConnectionLimits;
  readonly #connectionsMax: number;
  readonly #all = new Set<Connection>();
  readonly #idle: Connection[] = [];
  /** Calls queued for a connection, in order. */
  readonly #waiting = new Set<PooledCall>();
  /** Set while the pool is closing; called when the last connection has closed. */
  #onClosed: (() => void) | undefined;
  session: Buffer | undefined;

  constructor(origin: Origin, limits: ConnectionLimits, connectionsMax: number) {
    this.#origin = origin;
    this.#limits = limits;
    this.#connectionsMax = connectionsMax;
  }

  /** Sends a call on an idle connection, a new one, or the next that becomes free. */
  send(call: PooledCall): void {
    let free = this.#idle.pop();
    while (free && !free.usable) free = this.#idle.pop();
    if (free) free.run(call);
    else this.#sendOnNew(call);
  }

  sendAgain(call: PooledCall): void {
    call.isResent = true;
    this.#sendOnNew(call);
  }

  freed(connection: Connection): void {
    const next = this.#takeWaiting();
    if (next) connection.run(next);
    else if (this.#onClosed) connection.destroy();
    else this.#idle.push(connection);
  }

  closed(connection: Connection): void {
    this.#all.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at !== -1) this.#idle.splice(at, 1);
    const next = this.#takeWaiting();
    if (next) this.#sendOnNew(next);
    else if (this.#all.size === 0) this.#onClosed?.();
  }

  /** Advances the timeouts of all connections. */
  tick(): void {
    for (const connection of this.#all) connection.tick();
  }

  /** Closes the pool to new calls: connections close after their current call. Calls `onClosed` when all have. */
  retire(onClosed: () => void): void {
    this.#onClosed = onClosed;
    if (this.#all.size === 0) return onClosed();
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  /** Closes all connections immediately. */
  destroy(): void {
    this.retire(() => undefined);
    for (const call of this.#waiting) call.abort();
    for (const connection of this.#all) connection.destroy();
  }

  #sendOnNew(call: PooledCall): void {
    if (this.#all.size >= this.#connectionsMax) {
      call.carrier = this.#queue;
      this.#waiting.add(call);
      return;
    }
    const connection = new Connection(this.#origin, this.#limits, this);
    this.#all.add(connection);
    connection.run(call);
  }

  #takeWaiting(): PooledCall | undefined {
    for (const call of this.#waiting) {
      this.#waiting.delete(call);
      return call;
    }
    return undefined;
  }

  readonly #queue: Carrier = {
    drop: (call) => {
      this.#waiting.delete(call);
    },
    pause: () => undefined,
    resume: () => undefined,
  };
}
