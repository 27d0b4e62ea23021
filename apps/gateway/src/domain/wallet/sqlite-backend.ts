import type { Database } from 'better-sqlite3';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { prepareLogTotals } from '../../store/log-totals-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { prepareUsageStats } from '../../store/usage-stats-writer.ts';
import type { OwnerKind } from './lease-account.ts';
import type { AppliedShare, BalanceChange, LeaseRequest, WalletBackend } from './backend.ts';
import { changeBalance } from './store/change-balance.ts';
import { changeApiKeyLimit } from './store/change-api-key-limit.ts';
import { createGroupCommit, type GroupCommit } from './store/group-commit.ts';
import { acquireLease, dropLeases, releaseLease } from './book-leases.ts';
import { bookUsage } from './book-usage.ts';
import { LEASE_SECONDS } from './reap-dead-nodes.ts';
import { type Booking, createSqliteBookkeeper } from './store/booking.ts';
import {
  insertLogs,
  type LogStatements,
  prepareLogStatements,
  readUnapplied,
} from './store/sqlite-log-rows.ts';
import { StreamNotes } from './store/stream-notes.ts';
import { UnappliedUsage } from './unapplied-usage.ts';
import { loggedCalls, type UsageRecord, type UsageTotals } from './usage-record.ts';

export interface SqliteBackendOptions {
  /** The journal's connection, which commits synchronously. */
  database: Database;
  whenWritable: (run: () => void) => void;
  /** For changes that no call waits for. */
  transaction: Store['transaction'];
  nodeId: string;
  nowSeconds: () => number;
}

/**
 * The wallet on SQLite. The log row itself is the journal: it is committed before a response ends, and the
 * balances follow a moment later, up to a watermark kept in `nodes`. After a crash, rows beyond the
 * watermark are applied at startup.
 */
export class SqliteBackend implements WalletBackend {
  onApplied: (share: AppliedShare) => void = () => {};
  onLeasesDropped: () => void = () => {};
  onStreamsCharged: (count: number) => void = () => {};
  onRecalled: WalletBackend['onRecalled'] = () => 0;
  readonly #database: Database;
  readonly #whenWritable: (run: () => void) => void;
  readonly #transaction: Store['transaction'];
  readonly #nodeId: string;
  readonly #nowSeconds: () => number;
  readonly #log: LogStatements;
  readonly #notes: StreamNotes;
  readonly #book: <Result>(booking: Booking<Result>) => Result;
  readonly #addLogTotals: ReturnType<typeof prepareLogTotals>;
  readonly #addUsageStats: ReturnType<typeof prepareUsageStats>;
  readonly #groupCommit: GroupCommit<UsageRecord>;
  readonly #unapplied = new UnappliedUsage();
  /** Row ids of the batch being committed. */
  #inserted: number[] = [];
  #lastLogId = 0;
  #appliedLogId = 0;
  /** A lease could not be returned: it is gone from memory but still held in the database. */
  #inDoubt = false;

  constructor(options: SqliteBackendOptions) {
    const { database, whenWritable, transaction, nodeId, nowSeconds } = options;
    this.#database = database;
    this.#whenWritable = whenWritable;
    this.#transaction = transaction;
    this.#nodeId = nodeId;
    this.#nowSeconds = nowSeconds;
    this.#log = prepareLogStatements(database);
    this.#notes = new StreamNotes(database);
    this.#book = createSqliteBookkeeper(database);
    this.#addLogTotals = prepareLogTotals(database);
    this.#addUsageStats = prepareUsageStats(database);
    this.#groupCommit = createGroupCommit<UsageRecord>({
      database,
      whenWritable,
      insert: (records) => {
        this.#inserted = insertLogs(this.#log, records);
        for (const { noteId } of records) if (noteId !== undefined) this.#notes.remove(noteId);
      },
      onCommitted: (records) => this.#remember(records),
      onFailed: () => {
        this.#inserted = [];
      },
    });
  }

  async recover(): Promise<void> {
    const streams = await this.#write(() => {
      const log = this.#log;
      const noted = this.#notes.takeAll();
      insertLogs(log, noted);
      const { upTo } = log.readWatermark.get() as { upTo: number };
      const { id } = log.readLastLogId.get() as { id: number | null };
      this.#appliedLogId = upTo;
      this.#lastLogId = Math.max(id ?? 0, upTo);
      // Includes leases under an earlier node name: with one process, they no longer belong to anybody.
      this.#book(dropLeases(this.#nodeId));
      if (this.#lastLogId > upTo) this.#settle(readUnapplied(log, upTo), this.#lastLogId);
      else this.#setWatermark(upTo);
      log.deleteUnlogged.run(upTo);
      log.forgetOtherNodes.run(this.#nodeId);
      this.#appliedLogId = this.#lastLogId;
      return noted.length;
    });
    if (streams > 0) this.onStreamsCharged(streams);
  }

  append(record: UsageRecord): Promise<void> {
    return this.#groupCommit.append(record);
  }

  note(...notes: Parameters<WalletBackend['note']>): Promise<void> {
    return this.#write(() => this.#notes.write(...notes));
  }

  async apply(): Promise<void> {
    await this.#inTurn(() => this.#groupCommit.commitNow());
    const lastLogId = this.#lastLogId;
    for (;;) {
      const shares = await this.#inTurn(() => this.#applyPart(lastLogId));
      if (!shares) return;
      for (const share of shares) this.onApplied(share);
      await letOthersRun();
    }
  }

  acquire(request: LeaseRequest): Promise<number> {
    const expiresAt = this.#nowSeconds() + LEASE_SECONDS;
    return this.#write(() => this.#book(acquireLease(this.#nodeId, request, expiresAt)));
  }

  async release(kind: OwnerKind, ownerId: number, amount: number): Promise<void> {
    const key = { nodeId: this.#nodeId, kind, ownerId };
    try {
      const released = await this.#write(() => this.#book(releaseLease(key, amount)));
      // Already returned, for example when all leases were returned during the wait.
      if (!released) this.#inDoubt = true;
    } catch (error) {
      this.#inDoubt = true;
      throw error;
    }
  }

  /** There is a single process: no other node holds leases. */
  async recall(): Promise<boolean> {
    return false;
  }

  change(change: BalanceChange) {
    return this.#transaction((trx) => changeBalance(trx, change));
  }

  changeApiKeyLimit(apiKeyId: number, delta: number) {
    return this.#transaction((trx) => changeApiKeyLimit(trx, apiKeyId, delta));
  }

  /** A single process needs no heartbeat. Returns all leases if one could not be returned. */
  async heartbeat(): Promise<void> {
    if (!this.#inDoubt) return;
    await this.#write(() => this.#book(dropLeases(this.#nodeId)));
    this.#inDoubt = false;
    this.onLeasesDropped();
  }

  unavailableReason(): undefined {
    return undefined;
  }

  leaseContactAge(): undefined {
    return undefined;
  }

  journalState(): undefined {
    return undefined;
  }

  async close(): Promise<void> {}

  #remember(records: readonly UsageRecord[]): void {
    records.forEach((record, index) =>
      this.#unapplied.add(record, this.#inserted[index] as number),
    );
    this.#lastLogId = this.#inserted.at(-1) as number;
    this.#inserted = [];
  }

  /** Applies the first part; undefined if none is left up to this row. */
  #applyPart(lastLogId: number): AppliedShare[] | undefined {
    const part = this.#unapplied.first();
    if (!part || part.from > lastLogId) return undefined;
    const shares = this.#database
      .transaction(() => {
        const written = this.#settle(part.totals, part.upTo);
        for (const id of part.unloggedIds) this.#log.deleteLog.run(id);
        return written;
      })
      .immediate();
    this.#unapplied.dropFirst();
    this.#appliedLogId = part.upTo;
    return shares;
  }

  #settle(totals: UsageTotals, upTo: number): AppliedShare[] {
    const range = `${this.#appliedLogId + 1}-${upTo}`;
    const at = this.#nowSeconds();
    const shares = this.#book(bookUsage({ totals, nodeId: this.#nodeId, at, range }));
    this.#addLogTotals(loggedCalls(totals));
    this.#addUsageStats(totals.slices.values());
    this.#setWatermark(upTo);
    return shares;
  }

  #setWatermark(upTo: number): void {
    this.#log.setWatermark.run({ nodeId: this.#nodeId, at: this.#nowSeconds(), upTo });
  }

  #inTurn<Result>(run: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#whenWritable(() => {
        try {
          resolve(run());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  #write<Result>(run: () => Result): Promise<Result> {
    return this.#inTurn(() => this.#database.transaction(run).immediate());
  }
}
