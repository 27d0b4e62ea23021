import { isProxyAlone } from './is-proxy-alone.ts';

/** Whether the gateway answers, as this tab last saw it. Times are milliseconds. */
export interface Connection {
  readonly state: 'up' | 'lost' | 'back';
  /** When it last answered: how old the numbers on screen are at least. */
  readonly heardAt: number;
  /** While it is lost: when it is tried again. */
  readonly triesAt: number;
}

export interface ConnectionTools {
  /** Resolves where the gateway answers, whatever it says. */
  probe: () => Promise<unknown>;
  now: () => number;
  /** Runs once after so many milliseconds; answers what takes that back. */
  later: (run: () => void, milliseconds: number) => () => void;
  /** Nobody looks at a hidden tab, so it asks nothing. */
  isHidden: () => boolean;
}

/** Between two looks while all is well; with the time-out of a probe, a loss shows within 5 seconds. */
const LOOK_MS = 2500;
const RETRY_MS = 3000;
/** How long the return is told. */
const BACK_MS = 2000;

/** Watches whether the gateway answers: by what the page asks anyway, else by a probe. */
export class ConnectionWatch {
  #now: Connection;
  readonly #tools: ConnectionTools;
  readonly #listeners = new Set<() => void>();
  #stopTimer: () => void = () => {};

  constructor(tools: ConnectionTools) {
    this.#tools = tools;
    this.#now = { state: 'up', heardAt: tools.now(), triesAt: 0 };
  }

  start(): void {
    this.#schedule(LOOK_MS);
  }

  read = (): Connection => this.#now;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The gateway answered something. */
  heard(): void {
    const { state } = this.#now;
    const heardAt = this.#tools.now();
    if (state !== 'lost') {
      // Nothing on screen changes by it, so nobody is told.
      this.#now = { ...this.#now, heardAt };
      return;
    }
    this.#set({ state: 'back', heardAt, triesAt: 0 });
    this.#tools.later(() => {
      if (this.#now.state === 'back') this.#set({ ...this.#now, state: 'up' });
    }, BACK_MS);
    this.#schedule(LOOK_MS);
  }

  /** The gateway did not answer. */
  missed(): void {
    this.#set({ ...this.#now, state: 'lost', triesAt: this.#tools.now() + RETRY_MS });
    this.#schedule(RETRY_MS);
  }

  /** Tries now. */
  retry = async (): Promise<void> => {
    try {
      await this.#tools.probe();
      this.heard();
    } catch {
      this.missed();
    }
  };

  #schedule(milliseconds: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#tools.later(() => void this.#look(), milliseconds);
  }

  async #look(): Promise<void> {
    const { state, heardAt } = this.#now;
    const quiet = this.#tools.now() - heardAt >= LOOK_MS;
    if (state === 'lost' || (quiet && !this.#tools.isHidden())) await this.retry();
    if (this.#now.state !== 'lost') this.#schedule(LOOK_MS);
  }

  #set(next: Connection): void {
    this.#now = next;
    for (const listener of this.#listeners) listener();
  }
}

const PROBE_MS = 2000;

/** Asks whether the gateway is there; throws where nobody answers, or only a proxy in front of it does. */
export async function probeGateway(): Promise<void> {
  const signal = AbortSignal.timeout(PROBE_MS);
  const response = await fetch('/healthz', { cache: 'no-store', signal });
  if (isProxyAlone(response)) throw new Error(`a proxy answered ${response.status}`);
}

/** The connection of this tab. */
export const connection = new ConnectionWatch({
  probe: probeGateway,
  now: () => Date.now(),
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  isHidden: () => document.hidden,
});
