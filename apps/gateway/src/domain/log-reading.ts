import type { LogEntry } from '@tollgate/contract';
import { nowSeconds } from '../platform/clock.ts';
import {
  deleteLogsBefore,
  listLogs,
  type LogFilter,
  type LogRow,
  measureLogRate,
  sumLogQuota,
} from '../store/logs-repository.ts';
import type { Domain } from './domain.ts';

const DEFAULT_WINDOW_SECONDS = 3 * 24 * 3600;

export interface LogQuery {
  type: number;
  token_name: string;
  model_name: string;
  start_timestamp: number;
  end_timestamp: number;
  group: string;
  request_id: string;
  username?: string;
  channel?: number;
}

/** A query as a filter. Without a start the last 3 days are read; a request id needs no window. */
function toFilter(domain: Domain, query: LogQuery, ownerId: number | undefined): LogFilter {
  const start =
    query.start_timestamp ||
    (query.request_id === '' ? nowSeconds(domain.clock) - DEFAULT_WINDOW_SECONDS : 0);
  return {
    type: query.type,
    tokenName: query.token_name,
    modelName: query.model_name,
    group: query.group,
    requestId: query.request_id,
    start,
    end: query.end_timestamp,
    ...(ownerId === undefined
      ? { username: query.username ?? '', channelId: query.channel ?? 0, allowWildcard: true }
      : { userId: ownerId }),
  };
}

/** One page of log entries: of one owner (who must not see the routing), or of everybody. */
export async function readLogs(
  domain: Domain,
  query: LogQuery & { p: number; page_size: number },
  ownerId: number | undefined,
) {
  await domain.wallet.flush();
  const page = await listLogs(domain.store.db, toFilter(domain, query, ownerId), {
    page: query.p,
    pageSize: query.page_size,
  });
  return {
    items: page.items.map((row) =>
      ownerId === undefined ? presentForAdmin(domain, row) : presentForOwner(row),
    ),
    page: page.page,
    page_size: page.pageSize,
    total: page.total,
    total_is_exact: page.totalIsExact,
  };
}

export async function readLogStat(domain: Domain, query: LogQuery, ownerId: number | undefined) {
  await domain.wallet.flush();
  const filter = toFilter(domain, query, ownerId);
  const [quota, rate] = await Promise.all([
    sumLogQuota(domain.store.db, filter),
    measureLogRate(domain.store.db, filter, nowSeconds(domain.clock)),
  ]);
  return { quota, ...rate };
}

export async function deleteLogs(domain: Domain, before: number): Promise<number> {
  await domain.wallet.flush();
  return deleteLogsBefore(domain.store.db, before);
}

function present(row: LogRow): LogEntry {
  const { channel_id, is_stream, ip: _ip, ...rest } = row;
  return { ...rest, channel: channel_id, channel_name: '', is_stream: is_stream === 1 };
}

function presentForAdmin(domain: Domain, row: LogRow): LogEntry {
  return { ...present(row), channel_name: domain.catalog.find(row.channel_id)?.name ?? '' };
}

function presentForOwner(row: LogRow): LogEntry {
  return { ...present(row), channel: 0, other: withoutAdminInfo(row.other) };
}

function withoutAdminInfo(other: string): string {
  if (other === '') return other;
  const { admin_info: _adminInfo, ...rest } = JSON.parse(other) as Record<string, unknown>;
  return JSON.stringify(rest);
}
