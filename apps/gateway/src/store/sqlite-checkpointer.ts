import type { Database, Statement } from 'better-sqlite3';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * PASSIVE copies what it can. If nobody is reading or writing, RESTART also makes the next commit begin at the
 * file's start, and TRUNCATE empties the file.
 */
export type CheckpointMode = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

/** The result of a checkpoint, in pages; -1 if another one is running. */
export interface CheckpointResult {
  /** Pages in the write-ahead log. */
  log: number;
  /** How many of them are in the database too. */
  checkpointed: number;
}

export interface CheckpointerOptions {
  /** An open connection that writes to the database. */
  database: Database;
  /** Runs `work` while nobody writes; writers wait without stopping the event loop. */
  hold: (work: () => Promise<unknown>) => Promise<unknown>;
  lookEveryMs?: number;
  /** Pages of the write-ahead log that the database lacks: with fewer, nothing is done. */
  startPages?: number;
  /** Pages in the whole log above which writers wait for its checkpoint. */
  holdPages?: number;
  /** Milliseconds that only grow. */
  nowMs?: () => number;
  /** The thread's program. */
  program?: URL;
}

export interface Checkpointer {
  /** Checks now; resolves when what had to be done is done. */
  check(): Promise<void>;
  /** Ends a running checkpoint and the thread. */
  stop(): Promise<void>;
}

/**
 * A checkpoint costs a millisecond on top of what it copies: making a quarter as many takes half the time.
 */
const START_PAGES = 4000;
const HOLD_PAGES = 16_384;
/** How long a log that restarted is certain to be in memory. */
const HOT_MS = 30_000;
/** Writers wait for the copy of this many pages, a few milliseconds, or for more after some passes. */
const LAST_PAGES = 256;
const PASSES_MAX = 6;
const LOOK_EVERY_MS = 100;
const PROGRAM = new URL('sqlite-checkpoint-worker.ts', import.meta.url);

/**
 * Moves checkpoints of a SQLite database off the thread that serves calls: they wait for the disk twice, and
 * SQLite would run them inside every commit that finds 1000 pages in its log. A separate thread copies the
 * log while writers continue. As the log can restart only when all of it is copied, writers wait for a last
 * small copy once it is large; copies before it, each of what was written during the previous one, keep it
 * small. A log that restarted shortly before restarts in place. An older one is truncated, because overwriting
 * it reads each page first if the system has dropped it from memory; as that takes 0.3 ms per MB, a log that
 * is no longer written is truncated before anybody waits for it. The thread starts when it is first needed.
 */
export function startCheckpointer(options: CheckpointerOptions): Checkpointer {
  return new ThreadCheckpointer(options);
}

class ThreadCheckpointer implements Checkpointer {
  readonly #database: Database;
  readonly #state: Statement<[], CheckpointResult>;
  readonly #hold: CheckpointerOptions['hold'];
  readonly #startPages: number;
  readonly #holdPages: number;
  readonly #nowMs: () => number;
  readonly #program: URL;
  readonly #clock: NodeJS.Timeout;
  /** Pages above which writers wait; raised after a wait that was in vain because of a reader. */
  #limit: number;
  #lastPages = 0;
  /** When writers last waited. */
  #heldAt: number | undefined;
  /** The log last restarted in place. */
  #keepsSize = false;
  #lastResult: CheckpointResult = { log: 0, checkpointed: 0 };
  #worker: Worker | undefined;
  /** Aborted when the thread ends. */
  #ended = new AbortController();
  #running: Promise<void> | undefined;

  constructor({
    database,
    hold,
    lookEveryMs = LOOK_EVERY_MS,
    startPages = START_PAGES,
    holdPages = HOLD_PAGES,
    nowMs = () => performance.now(),
    program = PROGRAM,
  }: CheckpointerOptions) {
    this.#database = database;
    this.#hold = hold;
    this.#startPages = startPages;
    this.#nowMs = nowMs;
    this.#program = program;
    this.#holdPages = this.#limit = holdPages;
    database.pragma('wal_autocheckpoint = 0');
    // Prepared once: it runs ten times a second, also in an idle process.
    this.#state = database.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#clock = setInterval(() => void this.check(), lookEveryMs).unref();
  }

  check(): Promise<void> {
    if (!this.#database.open) return this.#running ?? Promise.resolve();
    this.#running ??= this.#checkpointGrown()
      .catch(() => {
        // A full disk fails the writes too, and they report it.
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#clock);
    await this.#running;
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** The size of the file says nothing: it does not shrink when the log restarts. */
  #look(): CheckpointResult {
    return this.#state.get() ?? this.#lastResult;
  }

  #hasGrown(): boolean {
    const now = this.#look();
    const before = this.#lastResult;
    this.#lastResult = now;
    if (now.log - now.checkpointed < this.#startPages) return false;
    return now.log !== before.log || now.checkpointed !== before.checkpointed;
  }

  async #checkpointGrown(): Promise<void> {
    if (!this.#hasGrown()) return this.#truncateCold();
    const { log } = await this.#copy('PASSIVE');
    if (log < this.#lastPages) this.#limit = this.#holdPages;
    this.#lastPages = log;
    if (log < this.#limit) return;
    await this.#copyMost();
    await this.#restart();
    this.#limit = log * 2;
  }

  /** Restarts the log while writers wait: in place if it was written a moment ago, otherwise in an empty file. */
  async #restart(): Promise<void> {
    const isHot = this.#isHot();
    this.#heldAt = this.#nowMs();
    this.#keepsSize = isHot;
    await this.#hold(() => this.#copy(isHot ? 'RESTART' : 'TRUNCATE'));
  }

  #isHot(): boolean {
    return this.#heldAt !== undefined && this.#nowMs() - this.#heldAt < HOT_MS;
  }

  /** Truncates a log that is no longer written much, before the system drops it from memory. */
  async #truncateCold(): Promise<void> {
    if (!this.#keepsSize || this.#isHot()) return;
    this.#keepsSize = false;
    await this.#hold(() => this.#copy('TRUNCATE'));
  }

  /** Copies while writers continue, until little is left or a pass leaves as much as the one before. */
  async #copyMost(): Promise<void> {
    let before = Number.POSITIVE_INFINITY;
    for (let pass = 0; pass < PASSES_MAX; pass += 1) {
      const { log, checkpointed } = this.#look();
      const left = log - checkpointed;
      if (left <= LAST_PAGES || left >= before) return;
      before = left;
      // oxlint-disable-next-line no-await-in-loop -- each pass copies what was written during the previous one
      await this.#copy('PASSIVE');
    }
  }

  /** In the thread, or here if that fails: a log that grows without end is worse than a pause. */
  async #copy(mode: CheckpointMode): Promise<CheckpointResult> {
    try {
      this.#worker ??= this.#startWorker();
      this.#worker.postMessage(mode);
      const { signal } = this.#ended;
      const [result] = (await once(this.#worker, 'message', { signal })) as [CheckpointResult];
      return result;
    } catch {
      this.#worker = undefined;
      const [result] = this.#database.pragma('wal_checkpoint(PASSIVE)') as [CheckpointResult];
      return result;
    }
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#program, { workerData: { path: this.#database.name } });
    const ended = new AbortController();
    this.#ended = ended;
    worker.once('exit', () => ended.abort());
    worker.unref();
    return worker;
  }
}
