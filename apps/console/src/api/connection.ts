import { isProxyAlone } from './is-proxy-alone.ts';

/** Whether the gateway is reachable, as this tab last saw it. Times are in milliseconds. */
export interface Connection {
  readonly state: 'up' | 'lost' | 'back';
  /** When it last responded: numbers on screen are at least this old. */
  readonly respondedAt: number;
  /** While it is lost: the time of the next retry. */
  readonly retriesAt: number;
  /** Whether it ever responded: otherwise nothing on screen is from it. */
  readonly hasResponded: boolean;
}

export interface ConnectionTools {
  /** Resolves if the gateway responds, whatever the response. */
  probe: () => Promise<unknown>;
  now: () => number;
  /** Runs a function once after a delay; returns a function that cancels it. */
  later: (run: () => void, milliseconds: number) => () => void;
  /** A hidden tab does not probe. */
  isHidden: () => boolean;
}

/** Interval between checks while all is well; with the timeout of a probe, a loss shows within 5 seconds. */
const LOOK_MS = 2500;
const RETRY_MS = 3000;
/** How long the state `back` is shown. */
const BACK_MS = 2000;

/** Watches whether the gateway responds: through the page's own calls, or by probing while there are none. */
export class ConnectionWatch {
  #now: Connection;
  readonly #tools: ConnectionTools;
  readonly #listeners = new Set<() => void>();
  #stopTimer: () => void = () => {};

  constructor(tools: ConnectionTools) {
    this.#tools = tools;
    this.#now = { state: 'up', respondedAt: tools.now(), retriesAt: 0, hasResponded: false };
  }

  start(): void {
    this.#schedule(LOOK_MS);
  }

  read = (): Connection => this.#now;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Records that the gateway responded. */
  recordResponse(): void {
    const { state } = this.#now;
    const respondedAt = this.#tools.now();
    if (state !== 'lost') {
      // Nothing on screen depends on it, so listeners are not notified.
      this.#now = { ...this.#now, respondedAt, hasResponded: true };
      return;
    }
    this.#set({ state: 'back', respondedAt, retriesAt: 0, hasResponded: true });
    this.#tools.later(() => {
      if (this.#now.state === 'back') this.#set({ ...this.#now, state: 'up' });
    }, BACK_MS);
    this.#schedule(LOOK_MS);
  }

  /** Records that the gateway did not respond. */
  recordFailure(): void {
    this.#set({ ...this.#now, state: 'lost', retriesAt: this.#tools.now() + RETRY_MS });
    this.#schedule(RETRY_MS);
  }

  /** Probes now. */
  retry = async (): Promise<void> => {
    try {
      await this.#tools.probe();
      this.recordResponse();
    } catch {
      this.recordFailure();
    }
  };

  #schedule(milliseconds: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#tools.later(() => void this.#look(), milliseconds);
  }

  async #look(): Promise<void> {
    const { state, respondedAt } = this.#now;
    const quiet = this.#tools.now() - respondedAt >= LOOK_MS;
    if (state === 'lost' || (quiet && !this.#tools.isHidden())) await this.retry();
    if (this.#now.state !== 'lost') this.#schedule(LOOK_MS);
  }

  #set(next: Connection): void {
    this.#now = next;
    for (const listener of this.#listeners) listener();
  }
}

const PROBE_MS = 2000;

/** Probes the gateway; throws if nothing responds, or only a proxy in front of it. */
export async function probeGateway(): Promise<void> {
  const signal = AbortSignal.timeout(PROBE_MS);
  const response = await fetch('/healthz', { cache: 'no-store', signal });
  if (isProxyAlone(response)) throw new Error(`a proxy answered ${response.status}`);
}

/** The connection of this tab; `useConnection` (ui/hooks) follows it. */
export const connection = new ConnectionWatch({
  probe: probeGateway,
  now: () => Date.now(),
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  isHidden: () => document.hidden,
});
