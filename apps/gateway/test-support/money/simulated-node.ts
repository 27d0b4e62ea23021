import type { Database as SqliteDatabase } from 'better-sqlite3';
import { join } from 'node:path';
import type { Clock } from '../../src/platform/clock.ts';
import { connectSqlite } from '../../src/store/connect-sqlite.ts';
import type { Store } from '../../src/store/open-store.ts';
import type { WalletBackend } from '../../src/domain/wallet/backend.ts';
import { createWallet } from '../../src/domain/wallet/create-wallet.ts';
import { LocalJournal } from '../../src/domain/wallet/store/local-journal.ts';
import { PostgresBackend } from '../../src/domain/wallet/postgres-backend.ts';
import { SqliteBackend } from '../../src/domain/wallet/sqlite-backend.ts';
import type { Wallet } from '../../src/domain/wallet/wallet.ts';
import { CrashPoints } from './crash-points.ts';
import type { SimulatedSignals } from './simulated-signals.ts';

/** Dead nodes of a world seem alive, as its clock hardly advances, so nobody waits long for them. */
const RECALL_WAIT_MS = 30;

export interface NodeOptions {
  store: Store;
  dataDir: string;
  name: string;
  clock: Clock;
  /** The bus between the nodes of a world. */
  signals: SimulatedSignals;
}

/** One node that can die at any piece of work and restart from what it left behind. */
export class SimulatedNode {
  wallet!: Wallet;
  points!: CrashPoints;
  name: string;
  readonly #options: NodeOptions;
  #close: () => void = () => {};

  constructor(options: NodeOptions) {
    this.#options = options;
    this.name = options.name;
  }

  get alive(): boolean {
    return !this.points.dead;
  }

  /** Starts or restarts. Dies during the start if `arm` says so. */
  async start(arm?: (points: CrashPoints) => void): Promise<void> {
    // What was committed at the moment of death stays committed.
    await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
    this.#close();
    this.points = new CrashPoints();
    arm?.(this.points);
    const backend = this.#openBackend();
    await this.live(() => backend.recover());
    if (this.alive) this.wallet = createWallet({ backend, clock: this.#options.clock });
  }

  /**
   * Waits for work, but no longer than the process lives; returns undefined if it died or the work failed.
   */
  async live<Result>(work: () => Promise<Result> | Result): Promise<Result | undefined> {
    const done = (async () => work())().catch(() => undefined);
    const result = await Promise.race([done, this.points.died]);
    return this.alive ? (result as Result | undefined) : undefined;
  }

  /** Releases files without writing anything. */
  dispose(): void {
    this.#close();
    this.#close = () => {};
  }

  #openBackend(): WalletBackend {
    const { store, clock } = this.#options;
    const nowSeconds = () => Math.floor(clock.nowMs() / 1000);
    return store.sqlite
      ? this.#openSqlite(store, store.sqlite, nowSeconds)
      : this.#openPostgres(store, clock);
  }

  #openSqlite(
    store: Store,
    sqlite: NonNullable<Store['sqlite']>,
    nowSeconds: () => number,
  ): WalletBackend {
    const { points } = this;
    const database = connectSqlite(sqlite.journal.name, { cacheMb: 2 });
    database.pragma('synchronous = normal');
    this.#close = () => void database.close();
    return new SqliteBackend({
      database,
      whenWritable: (run) =>
        sqlite.whenWritable(() => points.passNow(run, () => runOnFullDisk(database, run))),
      transaction: (work) => points.pass(() => store.transaction(work)),
      nodeId: this.name,
      nowSeconds,
    });
  }

  #openPostgres(store: Store, clock: Clock): WalletBackend {
    const { points } = this;
    const journal = new CrashingJournal(points, join(this.#options.dataDir, `${this.name}.db`));
    this.#close = () => journal.close();
    return new PostgresBackend({
      store: withCrashPoints(store, points),
      journal,
      nodeId: this.name,
      clock,
      openSignals: (onSignal) => this.#options.signals.open(points, onSignal),
      recallWaitMs: RECALL_WAIT_MS,
    });
  }
}

function runOnFullDisk(database: SqliteDatabase, run: () => void): void {
  database.pragma('query_only = ON');
  try {
    run();
  } finally {
    database.pragma('query_only = OFF');
  }
}

function withCrashPoints(store: Store, points: CrashPoints): Store {
  return {
    kind: store.kind,
    get db() {
      if (points.away || points.dead) throw new Error('the database is away');
      return store.db;
    },
    get reader() {
      return this.db;
    },
    transaction: (work) => points.pass(() => store.transaction(work)),
    isUp: true,
    close: () => store.close(),
  };
}

/** A journal whose process can die before or after each write. */
class CrashingJournal extends LocalJournal {
  readonly #points: CrashPoints;
  #closed = false;

  constructor(points: CrashPoints, path: string) {
    super({ path, durability: 'normal' });
    this.#points = points;
  }

  override append(record: Parameters<LocalJournal['append']>[0]): Promise<void> {
    if (this.#points.dead) return new Promise(() => {});
    return super.append(record);
  }

  override note(...notes: Parameters<LocalJournal['note']>): Promise<void> {
    if (this.#points.dead) return new Promise(() => {});
    return super.note(...notes);
  }

  override deleteUpTo(sequence: number): void {
    if (this.#points.dead) return;
    super.deleteUpTo(sequence);
  }

  override async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await super.close();
  }
}
