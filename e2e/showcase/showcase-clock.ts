import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** As often as a process with a shifted clock reads the file, and a little more. */
const SEEN_AFTER_MS = 60;

/** The wall clock of the showcase's gateway, which lives through its past in minutes. */
export class ShowcaseClock {
  readonly #file: string;
  #behindMs = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The variable that tells a preloaded process where its shift stands. */
  get env(): Readonly<Record<string, string>> {
    return { CLOCK_SHIFT_FILE: this.#file };
  }

  /** What it shows, for services that the gateway asks. */
  nowMs(): number {
    return Date.now() - this.#behindMs;
  }

  /** Puts the clock this far behind the real one; resolves once the gateway has it. */
  async setBack(milliseconds: number): Promise<void> {
    writeFileSync(this.#file, String(-milliseconds));
    this.#behindMs = milliseconds;
    await wait(SEEN_AFTER_MS);
  }
}
