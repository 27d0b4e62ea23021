import { Agent } from 'node:http';
import type { CallRecord } from './call-record.ts';
import type { ResponseScript } from './chaos-upstream.ts';
import { makeCall } from './make-call.ts';

/** A key, and whether its owner can pay for every request. */
export interface ChaosKey {
  secret: string;
  funded: boolean;
}

export interface LoadOptions {
  /** Origins that receive the calls, in turns. */
  urls: () => readonly string[];
  keys: readonly ChaosKey[];
  /** Calls started per second, regardless of how many are running. */
  rate: number;
  /** Whether some clients disconnect in the middle of a stream. */
  withLeavers: boolean;
}

const TICK_MS = 10;
/** Funded keys get most of the calls. */
const UNFUNDED_EVERY = 4;
const LEAVES_EVERY = 20;

/** Makes calls of all kinds at a fixed rate until it is ended, and records the outcome of each. */
export class ChaosLoad {
  readonly records: CallRecord[] = [];
  readonly #options: LoadOptions;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #begun = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    const startedMs = performance.now();
    this.#timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedMs) / 1000) * options.rate);
      while (this.#begun < due) this.#beginNext();
    }, TICK_MS);
  }

  /** Starts one stream of the given length with a funded key. */
  beginStream(script: ResponseScript): void {
    this.#begin({ index: this.#begun, script, stream: true, keys: this.#keys(true) });
  }

  /** Starts no more calls. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Stops, and resolves when every call has ended. */
  async end(): Promise<void> {
    this.stop();
    await Promise.all(this.#open);
    this.#agent.destroy();
  }

  #beginNext(): void {
    this.#begun += 1;
    const index = this.#begun;
    const script = { chunks: 1 + ((index * 7) % 40), gapMs: (index * 5) % 12 };
    const keys = this.#keys(index % UNFUNDED_EVERY !== 0);
    const leaves = this.#options.withLeavers && index % LEAVES_EVERY === 1 && script.chunks > 3;
    const stream = index % 2 === 1;
    this.#begin({ index, script, stream, keys, ...(leaves ? { leavesAfter: 2 } : {}) });
  }

  #keys(funded: boolean): readonly ChaosKey[] {
    return this.#options.keys.filter((key) => key.funded === funded);
  }

  #begin({
    index,
    keys,
    ...call
  }: {
    index: number;
    keys: readonly ChaosKey[];
    script: ResponseScript;
    stream: boolean;
    leavesAfter?: number;
  }): void {
    const urls = this.#options.urls();
    const url = urls[index % urls.length];
    const key = keys[Math.floor(index / UNFUNDED_EVERY) % keys.length];
    if (url === undefined || key === undefined) return;
    const { secret, funded } = key;
    const ended: Promise<void> = makeCall({ ...call, url, agent: this.#agent, key: secret, funded })
      .then((record) => void this.records.push(record))
      .finally(() => this.#open.delete(ended));
    this.#open.add(ended);
  }
}
