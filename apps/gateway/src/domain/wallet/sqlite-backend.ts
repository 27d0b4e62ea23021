import type { Database } from 'better-sqlite3';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Store } from '../../store/open-store.ts';
import type { OwnerKind } from './lease-account.ts';
import type { AppliedShare, BalanceChange, LeaseRequest, WalletBackend } from './backend.ts';
import { changeBalance } from './store/change-balance.ts';
import { changeApiKeyLimit } from './store/change-api-key-limit.ts';
import { createGroupCommit, type GroupCommit } from './store/group-commit.ts';
import { acquireLease, dropAllLeases, releaseLease } from './store/sqlite-leases.ts';
import { prepareStatements, type WalletStatements } from './store/sqlite-statements.ts';
import { insertLogs, readUnapplied, writeSums } from './store/sqlite-usage.ts';
import { UnappliedUsage } from './unapplied-usage.ts';
import type { UsageRecord, UsageTotals } from './usage-record.ts';

export interface SqliteBackendOptions {
  /** The journal's connection, which writes synchronously. */
  database: Database;
  whenWritable: (run: () => void) => void;
  /** For changes that nobody's call waits for. */
  transaction: Store['transaction'];
  nodeId: string;
  nowSeconds: () => number;
}

/**
 * The wallet on SQLite. The log row itself is the journal: it is committed before an answer ends,
 * and the balances follow a moment later, up to a watermark kept in `nodes`. After a crash the
 * rows behind the watermark are applied on start.
 */
export class SqliteBackend implements WalletBackend {
  onApplied: (share: AppliedShare) => void = () => {};
  onLeasesDropped: () => void = () => {};
  onRecalled: WalletBackend['onRecalled'] = () => 0;
  readonly #database: Database;
  readonly #whenWritable: (run: () => void) => void;
  readonly #transaction: Store['transaction'];
  readonly #nodeId: string;
  readonly #nowSeconds: () => number;
  readonly #statements: WalletStatements;
  readonly #groupCommit: GroupCommit<UsageRecord>;
  readonly #unapplied = new UnappliedUsage();
  /** Row ids of the batch that is being committed. */
  #inserted: number[] = [];
  #lastLogId = 0;
  #appliedLogId = 0;
  /** A lease could not be given back: it is out of memory and still held in the database. */
  #inDoubt = false;

  constructor(options: SqliteBackendOptions) {
    const { database, whenWritable, transaction, nodeId, nowSeconds } = options;
    this.#database = database;
    this.#whenWritable = whenWritable;
    this.#transaction = transaction;
    this.#nodeId = nodeId;
    this.#nowSeconds = nowSeconds;
    this.#statements = prepareStatements(database);
    this.#groupCommit = createGroupCommit<UsageRecord>({
      database,
      whenWritable,
      insert: (records) => {
        this.#inserted = insertLogs(this.#statements, records);
      },
      onCommitted: (records) => this.#remember(records),
      onFailed: () => {
        this.#inserted = [];
      },
    });
  }

  async recover(): Promise<void> {
    await this.#write(() => {
      const statements = this.#statements;
      const { upTo } = statements.readWatermark.get() as { upTo: number };
      const { id } = statements.readLastLogId.get() as { id: number | null };
      this.#appliedLogId = upTo;
      this.#lastLogId = Math.max(id ?? 0, upTo);
      // Leases of an earlier name too: with one process all of them are nobody's now.
      dropAllLeases(statements);
      if (this.#lastLogId > upTo) this.#applySums(readUnapplied(statements, upTo), this.#lastLogId);
      else this.#setWatermark(upTo);
      statements.deleteUnlogged.run(upTo);
      statements.forgetOtherNodes.run(this.#nodeId);
      this.#appliedLogId = this.#lastLogId;
    });
  }

  append(record: UsageRecord): Promise<void> {
    return this.#groupCommit.append(record);
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
    return this.#write(() =>
      acquireLease(this.#statements, this.#nodeId, request, this.#nowSeconds()),
    );
  }

  async release(kind: OwnerKind, ownerId: number, amount: number): Promise<void> {
    try {
      await this.#write(() => releaseLease(this.#statements, this.#nodeId, kind, ownerId, amount));
    } catch (error) {
      this.#inDoubt = true;
      throw error;
    }
  }

  /** One process: what is leased is leased by it. */
  async recall(): Promise<boolean> {
    return false;
  }

  change(change: BalanceChange) {
    return this.#transaction((trx) => changeBalance(trx, change));
  }

  changeApiKeyLimit(apiKeyId: number, delta: number) {
    return this.#transaction((trx) => changeApiKeyLimit(trx, apiKeyId, delta));
  }

  /** One process: nobody else has to know that it lives. What could not be given back goes back with all leases. */
  async heartbeat(): Promise<void> {
    if (!this.#inDoubt) return;
    await this.#write(() => dropAllLeases(this.#statements));
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

  /** Undefined where nothing up to this row is left. */
  #applyPart(lastLogId: number): AppliedShare[] | undefined {
    const part = this.#unapplied.first();
    if (!part || part.from > lastLogId) return undefined;
    const shares = this.#database
      .transaction(() => {
        const written = this.#applySums(part.sums, part.upTo);
        for (const id of part.unloggedIds) this.#statements.deleteLog.run(id);
        return written;
      })
      .immediate();
    this.#unapplied.dropFirst();
    this.#appliedLogId = part.upTo;
    return shares;
  }

  #applySums(sums: UsageTotals, upTo: number): AppliedShare[] {
    const shares = writeSums(this.#statements, {
      sums,
      nodeId: this.#nodeId,
      at: this.#nowSeconds(),
      range: `${this.#appliedLogId + 1}-${upTo}`,
    });
    this.#setWatermark(upTo);
    return shares;
  }

  #setWatermark(upTo: number): void {
    this.#statements.setWatermark.run({ nodeId: this.#nodeId, at: this.#nowSeconds(), upTo });
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
