/** What happens at a point where a process can die or its database can fail. */
export type InjectedFailure =
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
  #failure: InjectedFailure | undefined;
  #countdown = 0;

  constructor() {
    this.died = new Promise((resolve) => (this.#die = resolve));
  }

  /** Makes the `count`-th piece of work from now fail. */
  arm(failure: InjectedFailure, count: number): void {
    this.#failure = failure;
    this.#countdown = count;
  }

  /** Cancels all failures. */
  heal(): void {
    this.#failure = undefined;
    this.away = false;
  }

  die(): void {
    this.dead = true;
    this.#die();
  }

  /** Runs work that can fail. Work of a dead process neither happens nor ends. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    const failure = this.#next();
    if (failure === 'die-before') this.die();
    if (this.dead) return new Promise(() => {});
    if (this.away || failure === 'fail-before') this.#fail();
    const result = await work();
    if (failure === 'die-after') this.die();
    if (this.dead) return new Promise(() => {});
    if (failure === 'fail-after') this.#fail();
    return result;
  }

  /** The same for synchronous work; `fail` runs it when nothing can be written. */
  passNow(work: () => void, fail: () => void): void {
    const failure = this.#next();
    if (failure === 'die-before') this.die();
    if (this.dead) return;
    if (failure === 'fail-before') {
      this.failures += 1;
      return fail();
    }
    work();
    if (failure !== undefined) this.die();
  }

  #next(): InjectedFailure | undefined {
    if (this.#failure === undefined) return undefined;
    this.#countdown -= 1;
    if (this.#countdown > 0) return undefined;
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #fail(): never {
    this.failures += 1;
    throw new Error('the database is away');
  }
}
