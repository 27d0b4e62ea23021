import {
  LOG_CONSUME,
  LOG_ERROR,
  LOG_SYSTEM,
  type LogEntry,
  type LogOther,
  type LogStat,
  type LogStatus,
} from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import type { LogFilter } from '../../store/log-filter.ts';
import { type DeleteLogsOptions, deleteLogsBefore } from '../../store/delete-logs.ts';
import type { LogRow } from '../../store/log-store/log-store.ts';
import { insertLogDeletion } from '../../store/log-store/log-stores-repository.ts';
import { findLastLogId, measureLogRate } from '../../store/logs-repository.ts';
import { listApiKeyIds, readTeamIds } from '../../store/usage-names-repository.ts';
import { listUserIdsByName } from '../../store/named-users-repository.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { recordAuditEvent, describeLogRow } from './audit-log.ts';

export type LogReadingContext = Pick<Domain, 'clock' | 'store' | 'logs' | 'catalog' | 'wallet'>;

const DEFAULT_WINDOW_SECONDS = 3 * 24 * 3600;

export interface LogQuery {
  type: number;
  status?: LogStatus | '';
  token_name: string;
  model_name: string;
  start_timestamp: number;
  end_timestamp: number;
  group: string;
  request_id: string;
  keyword?: string;
  username?: string;
  channel?: number;
}

/** The reader: an owner, who must not see the routing, or (without an id) an administrator. */
export interface LogReader {
  ownerId: number | undefined;
  /** A team member, to limit the rows to keys that this member created. */
  madeBy?: number;
  /** A single key, to limit the rows to its own. */
  apiKeyId?: number;
  language: Language;
}

/** Whose rows are read. */
export type LogOwner = Omit<LogReader, 'language'>;

/**
 * Translates a query to a filter. Without a start, the last 3 days are read; a request id needs no window.
 */
export async function toFilter(
  domain: Pick<Domain, 'clock' | 'store'>,
  query: LogQuery,
  { ownerId, madeBy, apiKeyId }: LogOwner,
): Promise<LogFilter> {
  const start =
    query.start_timestamp ||
    (query.request_id === '' ? nowSeconds(domain.clock) - DEFAULT_WINDOW_SECONDS : 0);
  const username = query.username ?? '';
  const namedUserIds =
    username === '' ? undefined : await listUserIdsByName(domain.store.db, username);
  return {
    ...rowsOf(query),
    apiKeyName: query.token_name,
    modelName: query.model_name,
    group: query.group,
    requestId: query.request_id,
    ...(query.keyword ? { keyword: await toKeyword(domain, query.keyword, ownerId) } : {}),
    start,
    end: query.end_timestamp,
    userIds: ownerId === undefined ? namedUserIds : [ownerId],
    ...(ownerId === undefined || madeBy === undefined
      ? {}
      : { apiKeyIds: await listApiKeyIds(domain.store.db, ownerId, madeBy) }),
    ...(apiKeyId === undefined ? {} : { apiKeyIds: [apiKeyId] }),
    ...(ownerId === undefined ? { channelId: query.channel ?? 0, allowWildcard: true } : {}),
  };
}

/** Returns which rows represent calls with this status, which takes precedence over the type. */
function rowsOf({ type, status = '' }: LogQuery): Pick<LogFilter, 'type' | 'refunds'> {
  switch (status) {
    case '':
      return { type };
    case 'success':
      return { type: LOG_CONSUME };
    case 'failed':
      return { type: LOG_ERROR };
    case 'refunded':
      return { type: LOG_SYSTEM, refunds: true };
  }
}

/** Owners search by names of keys and models only, administrators also by names of users. */
async function toKeyword(domain: Pick<Domain, 'store'>, text: string, ownerId: number | undefined) {
  return {
    text,
    userIds: ownerId === undefined ? await listUserIdsByName(domain.store.db, text) : [],
  };
}

/** Returns one page of log entries: those of one owner (who must not see the routing), or of all users. */
export async function readLogs(
  domain: LogReadingContext,
  query: LogQuery & { p: number; page_size: number },
  reader: LogReader,
) {
  await domain.wallet.flush();
  const filter = await toFilter(domain, query, reader);
  const { result: page, since } = await domain.logs.read(filter, (logs) =>
    logs.list(filter, { page: query.p, pageSize: query.page_size }),
  );
  const entries = await presentLogs(domain, page.items, reader);
  return {
    items: entries.map((entry) => ({
      ...entry,
      ...(reader.ownerId === undefined ? namesOfCandidates(domain, entry) : {}),
    })),
    page: page.page,
    page_size: page.pageSize,
    total: page.total,
    total_is_exact: page.totalIsExact,
    ...(since === undefined ? {} : { rows_since: since }),
  };
}

/** Returns the names of the channels that a call could have been routed to. */
function namesOfCandidates(
  { catalog }: Pick<Domain, 'catalog'>,
  { other }: PresentedLog,
): Pick<LogEntry, 'channel_names'> {
  if (!other.includes('"candidates"') && !other.includes('"decisions"')) return {};
  const { admin_info: info } = JSON.parse(other) as LogOther;
  const ids = [
    ...(info?.candidates ?? []).flatMap(([, channels]) => channels),
    ...(info?.decisions ?? []).flatMap(({ tiers }) =>
      tiers.flatMap(({ channels }) => channels.map(([id]) => id)),
    ),
  ];
  const names = ids.map((id) => [String(id), catalog.find(id)?.name ?? ''] as const);
  return { channel_names: Object.fromEntries(names.filter(([, name]) => name !== '')) };
}

/**
 * Returns the total cost of the matching calls, net of refunds, how many failed, and their rates in the last
 * minute. Zero for types that are not calls.
 */
export async function readLogStat(
  domain: LogReadingContext,
  query: LogQuery,
  owner: LogOwner,
): Promise<LogStat> {
  const [includesSuccesses, includesFailures] = [LOG_CONSUME, LOG_ERROR].map(
    (type) => query.type === 0 || query.type === type,
  );
  if (!includesSuccesses && !includesFailures) return NO_CALLS;
  await domain.wallet.flush();
  const filter = await toFilter(domain, { ...query, type: 0, status: '' }, owner);
  const { result, since } = await domain.logs.read(filter, (logs) =>
    Promise.all([logs.sumCalls(filter), includesSuccesses ? logs.sumRefunds(filter) : 0]),
  );
  const [sum, refunded] = result;
  // The last minute is read from the database, because the log store lags slightly.
  const rate = includesSuccesses
    ? await measureLogRate(domain.store.reader, filter, nowSeconds(domain.clock))
    : { rpm: 0, tpm: 0 };
  return {
    quota: includesSuccesses ? sum.quota - refunded : 0,
    refunded,
    calls: includesSuccesses ? sum.calls : 0,
    failed: includesFailures ? sum.failed : 0,
    ...rate,
    ...(since === undefined ? {} : { rows_since: since }),
  };
}

const NO_CALLS: LogStat = {
  quota: 0,
  refunded: 0,
  calls: 0,
  failed: 0,
  rpm: 0,
  tpm: 0,
};

/**
 * Deletes rows before a time (Unix seconds). Returns how many. Only rows that existed at the start: calls
 * that end later are not yet in the balances. The deletion itself is logged.
 */
export async function deleteLogs(
  domain: LogReadingContext,
  { before, ...control }: Pick<DeleteLogsOptions, 'before' | 'signal' | 'report'>,
  actor: { id: number; username: string },
): Promise<number> {
  const lastId = await findLastLogId(domain.store.db);
  await domain.wallet.flush();
  await insertLogDeletion(domain.store.db, { before, lastId });
  const count = await deleteLogsBefore(domain.store, { before, lastId, ...control });
  await recordAuditEvent(domain.store.db, actor, {
    event: 'logs_deleted',
    params: { count, time: formatUtc(before) },
    actor,
    at: nowSeconds(domain.clock),
  });
  return count;
}

/** Formats a time (Unix seconds) unambiguously for people anywhere: 2026-01-31 08:00 UTC. */
function formatUtc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns rows as their reader may see them, with whether their owners are teams. */
export async function presentLogs(
  domain: Pick<Domain, 'store' | 'catalog'>,
  rows: readonly LogRow[],
  reader: LogReader,
): Promise<LogEntry[]> {
  const teams = await readTeamIds(
    domain.store.reader,
    rows.map(({ user_id: id }) => id),
  );
  return rows.map((row) => ({
    ...presentLog(domain, row, reader),
    is_team: teams.has(row.user_id),
  }));
}

/** A log row as exports show it, which write usernames as they are stored. */
export type PresentedLog = Omit<LogEntry, 'is_team'>;

/** Returns a row as its reader may see it, in the reader's language. */
export function presentLog(
  domain: Pick<Domain, 'catalog'>,
  row: LogRow,
  { ownerId, language }: LogReader,
): PresentedLog {
  return present(ownerId === undefined ? forAdmin(domain, row) : forOwner(row), language);
}

type ReadableRow = LogRow & { channel_name: string };

function present(row: ReadableRow, language: Language): PresentedLog {
  const { channel_id, is_stream, ip: _ip, ...rest } = row;
  return {
    ...rest,
    channel: channel_id,
    is_stream: is_stream === 1,
    content: describeLogRow(row, language),
  };
}

function forAdmin(domain: Pick<Domain, 'catalog'>, row: LogRow): ReadableRow {
  return { ...row, channel_name: domain.catalog.find(row.channel_id)?.name ?? '' };
}

/** Removes what owners must not see: the routing, and which administrator acted. */
function forOwner(row: LogRow): ReadableRow {
  return { ...row, channel_id: 0, channel_name: '', other: withoutAdminInfo(row.other) };
}

function withoutAdminInfo(other: string): string {
  if (other === '') return other;
  const { admin_info: _adminInfo, ...rest } = JSON.parse(other) as Record<string, unknown>;
  return JSON.stringify(rest);
}
