/** What happens at a point where a process can die or its database can fail. */
export type Mishap =
  /** The process dies before the work is done. */
  | 'die-before'
  /** The work is done, and the process dies before anybody learns of it. */
  | 'die-after'
  /** The database refuses. */
  | 'fail-before'
  /** The work is done, and its result is lost. */
  | 'fail-after';

/** The points of one process where failures can be injected. */
export class CrashPoints {
  /** Resolves when the process is dead. */
  readonly died: Promise<void>;
  dead = false;
  /** While true, all work with the database fails. */
  away = false;
  /** Number of times that work failed or its result was lost. */
  failures = 0;
  #die: () => void = () => {};
  #mishap: Mishap | undefined;
  #countdown = 0;

  constructor() {
    this.died = new Promise((resolve) => (this.#die = resolve));
  }

  /** Makes the `count`-th piece of work from now fail. */
  arm(mishap: Mishap, count: number): void {
    this.#mishap = mishap;
    this.#countdown = count;
  }

  /** Cancels all failures. */
  heal(): void {
    this.#mishap = undefined;
    this.away = false;
  }

  die(): void {
    this.dead = true;
    this.#die();
  }

  /** Runs work that can fail. Work of a dead process neither happens nor ends. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    const mishap = this.#next();
    if (mishap === 'die-before') this.die();
    if (this.dead) return new Promise(() => {});
    if (this.away || mishap === 'fail-before') this.#fail();
    const result = await work();
    if (mishap === 'die-after') this.die();
    if (this.dead) return new Promise(() => {});
    if (mishap === 'fail-after') this.#fail();
    return result;
  }

  /** The same for synchronous work; `fail` runs it when nothing can be written. */
  passNow(work: () => void, fail: () => void): void {
    const mishap = this.#next();
    if (mishap === 'die-before') this.die();
    if (this.dead) return;
    if (mishap === 'fail-before') {
      this.failures += 1;
      return fail();
    }
    work();
    if (mishap !== undefined) this.die();
  }

  #next(): Mishap | undefined {
    if (this.#mishap === undefined) return undefined;
    this.#countdown -= 1;
    if (this.#countdown > 0) return undefined;
    const mishap = this.#mishap;
    this.#mishap = undefined;
    return mishap;
  }

  #fail(): never {
    this.failures += 1;
    throw new Error('the database is away');
  }
}
