import type { AttentionItem, AttentionKind } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { pages } from '../pages/index.ts';
import { decideAccess, type Viewer } from '../session/access.ts';
import { readActingTeam } from '../session/acting-team.ts';

const EVERY_MS = 60_000;

/** The page where each kind of problem is dealt with. */
const PAGE_OF: Readonly<Record<AttentionKind, string>> = {
  channels_disabled: pages.channel.path,
  channels_cooling: pages.channel.path,
  balance_low: pages.channel.path,
  models_unpriced: pages.prices.path,
  ledger_mismatch: pages.system.path,
  job_failed: pages.system.path,
  versions_differ: pages.system.path,
};

export interface NavCount {
  count: number;
  severity: AttentionItem['severity'];
}

/** Returns, by path, how many things on each page need an administrator's attention. */
export function useNavCounts(viewer: Viewer): ReadonlyMap<string, NavCount> {
  const enabled = decideAccess('admin', viewer) === 'open' && !readActingTeam();
  const { data } = useEndpoint(calls.listAttention, {}, { enabled, refetchIntervalMs: EVERY_MS });
  return countByPage(enabled ? (data ?? []) : []);
}

/** Counts items per page; a page gets the worst severity on it. */
export function countByPage(items: readonly AttentionItem[]): ReadonlyMap<string, NavCount> {
  const counts = new Map<string, NavCount>();
  for (const { kind, severity, count } of items) {
    const before = counts.get(PAGE_OF[kind]);
    counts.set(PAGE_OF[kind], {
      count: (before?.count ?? 0) + count,
      severity: before?.severity === 'bad' ? 'bad' : severity,
    });
  }
  return counts;
}
