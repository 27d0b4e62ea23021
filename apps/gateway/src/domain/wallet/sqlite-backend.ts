import type { Database } from 'better-sqlite3';
import { LOG_CONSUME } from '@tollgate/contract';
import type { OwnerKind } from './account.ts';
import type { BalanceChange, LeaseRequest, WalletBackend } from './backend.ts';
import { createGroupCommit } from './group-commit.ts';
import { prepareStatements, type WalletStatements } from './sqlite-statements.ts';
import {
  addToSums,
  emptySums,
  type UsageLogRow,
  type UsageRecord,
  type UsageSums,
} from './usage-record.ts';

/** Type of a log row that LogConsumeEnabled=false will remove once it is applied. */
const UNLOGGED = -1;

export interface SqliteBackendOptions {
  database: Database;
  whenWritable: (run: () => void) => void;
  nodeId: string;
  nowSeconds: () => number;
}

/**
 * The wallet on SQLite. The log row itself is the journal: it is committed before an answer ends,
 * and the balances follow a moment later, up to a watermark kept in `nodes`. After a crash the
 * rows behind the watermark are applied on start.
 */
// tidy-ignore: a closure over shared state, made of short functions
export function createSqliteBackend(options: SqliteBackendOptions): WalletBackend {
  const { database, nodeId, nowSeconds } = options;
  const statements = prepareStatements(database);
  let unapplied = emptySums();
  let unloggedIds: number[] = [];
  let lastLogId = 0;
  let appliedLogId = 0;

  const inTurn = <Result>(run: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      options.whenWritable(() => {
        try {
          resolve(run());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  const writable = <Result>(run: () => Result) =>
    inTurn(() => database.transaction(run).immediate());

  function insertRecord(record: UsageRecord): void {
    const { row } = record;
    lastInserted.push(insertLog(statements, row, record.logged ? row.type : UNLOGGED));
    if (record.loss > 0) bookLoss(statements, nodeId, row, record.loss);
  }
  let lastInserted: number[] = [];

  const groupCommit = createGroupCommit<UsageRecord>({
    database,
    whenWritable: options.whenWritable,
    insert: insertRecord,
    onCommitted(records) {
      records.forEach((record, index) => {
        addToSums(unapplied, record);
        if (!record.logged) unloggedIds.push(lastInserted[index] as number);
      });
      lastLogId = lastInserted.at(-1) as number;
      lastInserted = [];
    },
  });

  function applySums(sums: UsageSums, upTo: number): void {
    writeSums(statements, { sums, nodeId, at: nowSeconds(), range: `${appliedLogId + 1}-${upTo}` });
    for (const id of unloggedIds) statements.deleteLog.run(id);
    statements.setWatermark.run(upTo, nowSeconds(), nodeId);
  }

  const backend: WalletBackend = {
    onApplied: () => {},
    append: (record) => {
      return groupCommit.append(record).catch((error: unknown) => {
        lastInserted = [];
        throw error;
      });
    },
    acquire: (request) => writable(() => acquireLease(statements, nodeId, request, nowSeconds())),
    release: (kind, ownerId, amount) =>
      writable(() => releaseLease(statements, nodeId, kind, ownerId, amount)),
    async apply() {
      const applied = await inTurn(() => {
        groupCommit.commitNow();
        if (lastLogId <= appliedLogId) return emptySums();
        const sums = unapplied;
        database.transaction(() => applySums(sums, lastLogId)).immediate();
        unapplied = emptySums();
        unloggedIds = [];
        appliedLogId = lastLogId;
        return sums;
      });
      for (const [ownerId, { quota }] of applied.users)
        backend.onApplied({ kind: 'user', ownerId, amount: quota });
      for (const [ownerId, { paid }] of applied.tokens)
        backend.onApplied({ kind: 'token', ownerId, amount: paid });
    },
    change: (change) => writable(() => changeBalance(statements, change)),
    changeTokenLimit: (tokenId, delta) =>
      writable(() => changeTokenLimit(statements, tokenId, delta)),
    async recover() {
      await writable(() => {
        statements.addNode.run(nodeId, nowSeconds(), nowSeconds());
        appliedLogId = (statements.readWatermark.get(nodeId) as { applied_log_id: number })
          .applied_log_id;
        lastLogId = (statements.readLastLogId.get() as { id: number | null }).id ?? 0;
        const sums = readUnapplied(statements, appliedLogId);
        if (lastLogId > appliedLogId) applySums(sums, lastLogId);
        statements.deleteUnlogged.run(appliedLogId);
        dropLeases(statements, nodeId);
        appliedLogId = Math.max(appliedLogId, lastLogId);
      });
    },
    async close() {
      await backend.apply();
    },
  };
  return backend;
}

/** Inserts a log row and answers its id. By position: names would cost a look-up for each of the 18 values of every call. */
function insertLog(statements: WalletStatements, row: UsageLogRow, type: number): number {
  const { lastInsertRowid } = statements.insertLog.run(
    row.created_at,
    type,
    row.user_id,
    row.username,
    row.token_id,
    row.token_name,
    row.channel_id,
    row.model_name,
    row.group,
    row.quota,
    row.prompt_tokens,
    row.completion_tokens,
    row.use_time,
    row.is_stream,
    row.content,
    row.other,
    row.request_id,
    row.ip,
  );
  return Number(lastInsertRowid);
}

function bookLoss(
  statements: WalletStatements,
  nodeId: string,
  row: UsageLogRow,
  loss: number,
): void {
  statements.creditAndHold.run({ amount: loss, id: row.user_id });
  statements.addLease.run({
    nodeId,
    kind: 'user',
    ownerId: row.user_id,
    amount: loss,
    now: row.created_at,
  });
  statements.insertLedger.run({
    userId: row.user_id,
    createdAt: row.created_at,
    kind: 'loss',
    amount: loss,
    key: `loss:${row.request_id}`,
    actorId: 0,
    reason: 'the call cost more than the balance',
    reference: row.request_id,
  });
}

function acquireLease(
  statements: WalletStatements,
  nodeId: string,
  request: LeaseRequest,
  now: number,
): number {
  const free =
    (statements.readFree[request.kind].get(request.ownerId) as { free: number } | undefined)
      ?.free ?? 0;
  const amount = request.choose(free);
  if (amount <= 0) return 0;
  const { changes } = statements.hold[request.kind].run({ amount, id: request.ownerId });
  if (changes === 0) return 0;
  statements.addLease.run({ nodeId, kind: request.kind, ownerId: request.ownerId, amount, now });
  return amount;
}

function releaseLease(
  statements: WalletStatements,
  nodeId: string,
  kind: OwnerKind,
  ownerId: number,
  amount: number,
): void {
  statements.unhold[kind].run({ amount, id: ownerId });
  statements.reduceLease.run({ nodeId, kind, ownerId, amount });
  statements.dropEmptyLease.run({ nodeId, kind, ownerId });
}

function dropLeases(statements: WalletStatements, nodeId: string): void {
  for (const lease of statements.listLeases.all(nodeId) as {
    owner_kind: OwnerKind;
    owner_id: number;
    amount: number;
  }[]) {
    statements.unhold[lease.owner_kind].run({ amount: lease.amount, id: lease.owner_id });
  }
  statements.deleteLeases.run(nodeId);
}

interface WriteSumsInput {
  sums: UsageSums;
  nodeId: string;
  at: number;
  range: string;
}

function writeSums(
  statements: WalletStatements,
  { sums, nodeId, at, range }: WriteSumsInput,
): void {
  for (const [id, { quota, count }] of sums.users) {
    statements.applyUser.run({ id, quota, count });
    if (quota === 0) continue;
    statements.reduceLease.run({ nodeId, kind: 'user', ownerId: id, amount: quota });
    statements.insertLedger.run({
      userId: id,
      createdAt: at,
      kind: 'usage',
      amount: -quota,
      key: `usage:${nodeId}:${range}:${id}`,
      actorId: 0,
      reason: '',
      reference: range,
    });
  }
  for (const [id, { quota, paid, lastUsedAt }] of sums.tokens) {
    statements.applyToken.run({ id, quota, paid, lastUsedAt });
    if (paid > 0) statements.reduceLease.run({ nodeId, kind: 'token', ownerId: id, amount: paid });
  }
  for (const [id, quota] of sums.channels) statements.applyChannel.run({ id, quota });
  for (const hour of sums.hours.values()) statements.applyHour.run(hour);
}

function readUnapplied(statements: WalletStatements, appliedLogId: number): UsageSums {
  const sums = emptySums();
  const rows = statements.listUnapplied.all(appliedLogId, LOG_CONSUME, UNLOGGED) as (UsageLogRow & {
    limited: number;
  })[];
  for (const row of rows)
    addToSums(sums, {
      row: { ...row, type: LOG_CONSUME },
      tokenPaid: row.limited ? row.quota : 0,
      loss: 0,
      logged: true,
    });
  return sums;
}

function changeBalance(
  statements: WalletStatements,
  change: BalanceChange,
): { quota: number } | 'unknown-user' | 'below-zero' {
  const before = statements.readUser.get(change.userId) as { quota: number } | undefined;
  if (!before) return 'unknown-user';
  if (statements.findLedger.get(change.idempotencyKey)) return { quota: before.quota };
  if (statements.changeUser.run({ id: change.userId, delta: change.delta }).changes === 0)
    return 'below-zero';
  statements.insertLedger.run({
    userId: change.userId,
    createdAt: change.createdAt,
    kind: change.kind,
    amount: change.delta,
    key: change.idempotencyKey,
    actorId: change.actorId,
    reason: change.reason,
    reference: change.reference,
  });
  if (change.kind === 'topup' || change.kind === 'redemption')
    statements.addTopup.run(change.delta, change.userId);
  return { quota: before.quota + change.delta };
}

function changeTokenLimit(
  statements: WalletStatements,
  tokenId: number,
  delta: number,
): { remainQuota: number } | 'unknown-token' | 'below-zero' {
  const before = statements.readToken.get(tokenId) as { remain_quota: number } | undefined;
  if (!before) return 'unknown-token';
  if (statements.changeToken.run({ id: tokenId, delta }).changes === 0) return 'below-zero';
  return { remainQuota: before.remain_quota + delta };
}
