import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Slightly longer than the interval at which a process with a shifted clock reads the file. */
const SEEN_AFTER_MS = 60;

/** The wall clock of the showcase's gateway, which replays its past in minutes. */
export class ShowcaseClock {
  readonly #file: string;
  #behindMs = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The variable with the file in which a preloaded process finds its clock shift. */
  get env(): Readonly<Record<string, string>> {
    return { CLOCK_SHIFT_FILE: this.#file };
  }

  /** Returns the shifted time, for services that the gateway calls. */
  nowMs(): number {
    return Date.now() - this.#behindMs;
  }

  /** Sets the clock back from the real one; resolves once the gateway has applied it. */
  async setBack(milliseconds: number): Promise<void> {
    writeFileSync(this.#file, String(-milliseconds));
    this.#behindMs = milliseconds;
    await wait(SEEN_AFTER_MS);
  }
}
