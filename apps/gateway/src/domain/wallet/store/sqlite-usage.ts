import { LOG_CONSUME } from '@tollgate/contract';
import { keyOf, spreadCalls } from '../../../store/log-totals.ts';
import type { AppliedShare } from '../backend.ts';
import { splitCharge } from '../split-charge.ts';
import { LOG_ROWS_AT_ONCE, type WalletStatements } from './sqlite-statements.ts';
import { writeOffEntry, usageEntry, type UsageEntryInput } from '../ledger-entries.ts';
import {
  addToTotals,
  emptyTotals,
  loggedCalls,
  type UsageLogRow,
  type UsageRecord,
  type UsageTotals,
} from '../usage-record.ts';

/** Type of a log row that LogConsumeEnabled=false will remove once it is applied. */
const UNLOGGED = -1;

/**
 * Inserts the rows of finished calls and answers their ids, in order. The caller holds the
 * transaction. As many as fit go in one statement: eight rows cost a quarter less than eight
 * statements, and values by position less than by name.
 */
export function insertLogs(
  statements: WalletStatements,
  records: readonly UsageRecord[],
): number[] {
  const ids: number[] = [];
  let at = 0;
  for (; at + LOG_ROWS_AT_ONCE <= records.length; at += LOG_ROWS_AT_ONCE) {
    const values: unknown[] = [];
    for (let row = at; row < at + LOG_ROWS_AT_ONCE; row += 1)
      pushValues(values, records[row] as UsageRecord);
    const last = Number(statements.insertLogs.run(...values).lastInsertRowid);
    for (let id = last - LOG_ROWS_AT_ONCE + 1; id <= last; id += 1) ids.push(id);
  }
  for (; at < records.length; at += 1) {
    const values: unknown[] = [];
    pushValues(values, records[at] as UsageRecord);
    ids.push(Number(statements.insertLog.run(...values).lastInsertRowid));
  }
  return ids;
}

/** In the order of LOG_COLUMNS. */
function pushValues(values: unknown[], { row, logged }: UsageRecord): void {
  values.push(
    row.created_at,
    logged ? row.type : UNLOGGED,
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
}

export interface WriteSumsInput {
  sums: UsageTotals;
  nodeId: string;
  at: number;
  range: string;
}

/**
 * Moves summed usage into the stored balances, leases, ledger and roll-ups, and answers what paid
 * for it. The caller holds the transaction.
 */
export function writeSums(statements: WalletStatements, input: WriteSumsInput): AppliedShare[] {
  const { users, tokens, channels, hours } = input.sums;
  const shares: AppliedShare[] = [];
  for (const [id, sum] of users) shares.push(writeUser(statements, input, id, sum));
  for (const [id, sum] of tokens) shares.push(writeToken(statements, input.nodeId, id, sum));
  for (const [id, quota] of channels) statements.applyChannel.run({ id, quota });
  for (const hour of hours.values()) statements.applyHour.run(hour);
  writeLogSums(statements, input.sums);
  return shares;
}

/** Values by position, as binding them by name takes longer than the rest. */
function writeLogSums(statements: WalletStatements, sums: UsageTotals): void {
  for (const row of spreadCalls(loggedCalls(sums)))
    statements.applyLogSum.run(...keyOf(row), row.calls, row.quota);
}

interface Stored {
  quota: number;
  held: number;
  lease: number;
}

function writeUser(
  statements: WalletStatements,
  { nodeId, at, range }: WriteSumsInput,
  id: number,
  { quota: total, count }: { quota: number; count: number },
): AppliedShare {
  const before = statements.readSources.user.get({ nodeId, id }) as Stored | undefined;
  if (!before) return { kind: 'user', ownerId: id, amount: total, fromLease: 0 };
  const { fromLease, fromFree, writeOff: loss } = splitCharge({ total, ...before });
  statements.applyUser.run({ id, total, count, taken: fromLease + fromFree, fromLease });
  statements.reduceLease.run({ nodeId, kind: 'user', ownerId: id, amount: fromLease });
  const entry: UsageEntryInput = {
    userId: id,
    quota: before.quota,
    total,
    writeOff: loss,
    nodeId,
    at,
    range,
  };
  if (loss > 0) statements.insertLedger.run(writeOffEntry(entry));
  if (total > 0) statements.insertLedger.run(usageEntry(entry));
  return { kind: 'user', ownerId: id, amount: total, fromLease, writeOff: loss };
}

/** A key's limit is no money: what it can't pay is let go. */
function writeToken(
  statements: WalletStatements,
  nodeId: string,
  id: number,
  { quota: used, paid, lastUsedAt }: { quota: number; paid: number; lastUsedAt: number },
): AppliedShare {
  const before = statements.readSources.token.get({ nodeId, id }) as Stored | undefined;
  if (!before) return { kind: 'token', ownerId: id, amount: paid, fromLease: 0 };
  const { fromLease, fromFree } = splitCharge({ total: paid, ...before });
  statements.applyToken.run({ id, used, taken: fromLease + fromFree, fromLease, lastUsedAt });
  if (paid > 0)
    statements.reduceLease.run({ nodeId, kind: 'token', ownerId: id, amount: fromLease });
  return { kind: 'token', ownerId: id, amount: paid, fromLease };
}

/** Sums of the rows that were logged after the watermark: what a crash left unapplied. */
export function readUnapplied(statements: WalletStatements, appliedLogId: number): UsageTotals {
  const sums = emptyTotals();
  const rows = statements.listUnapplied.all(appliedLogId, LOG_CONSUME, UNLOGGED) as (UsageLogRow & {
    limited: number;
  })[];
  for (const row of rows)
    addToTotals(sums, {
      row: { ...row, type: LOG_CONSUME },
      limited: row.limited === 1,
      logged: row.type !== UNLOGGED,
    });
  return sums;
}
