import type { ModelStatus, ServiceStatus } from '@tollgate/contract';
import { nowSeconds } from '../platform/clock.ts';
import { percentileOf } from '../store/latency-histogram.ts';
import { QUARTER, STATS_DAY } from '../store/usage-stats.ts';
import { readLatencies, readUsageDays } from '../store/usage-stats-repository.ts';
import type { Domain } from './domain.ts';
import { listPrices } from './options/pricing.ts';

const DAYS = 30;
const HOUR = 4 * QUARTER;
/** Fewer calls in 30 days say too little. */
const CALLS_MIN = 20;
/** Strangers ask: what they get is as old as this. */
const KEPT_MS = 60_000;

type StatusDomain = Pick<Domain, 'store' | 'clock' | 'options' | 'catalog' | 'prices'>;

interface Counted extends ModelStatus {
  calls: number;
  failed: number;
}

const kept = new WeakMap<
  object,
  { atMs: number; models: Promise<readonly Counted[] | undefined> }
>();

/**
 * How the models that a user or a visitor sees answered, by real calls; null where the site does not
 * say, and before a whole day was recorded.
 */
export async function readModelStatus(
  domain: StatusDomain,
  user: { group: string } | undefined,
): Promise<ServiceStatus | null> {
  if (!domain.options.boolean('ServiceStatusEnabled')) return null;
  const all = await readKept(domain);
  if (!all) return null;
  const { models: seen, groups } = listPrices(domain, user);
  const names = new Set(seen.map(({ model_name: name }) => name));
  const models = all.filter(({ model_name: name }) => names.has(name));
  return {
    answered: shareOf(sum(models)),
    failover: failsOver(domain, Object.keys(groups), names),
    models: models.map(({ calls: _calls, failed: _failed, ...model }) => model),
  };
}

function readKept(domain: StatusDomain): Promise<readonly Counted[] | undefined> {
  const atMs = domain.clock.nowMs();
  const known = kept.get(domain.store);
  if (known && Math.abs(atMs - known.atMs) < KEPT_MS) return known.models;
  const models = countModels(domain);
  kept.set(domain.store, { atMs, models });
  // A failure is nobody's answer but that of those who waited for it.
  models.catch(() => kept.delete(domain.store));
  return models;
}

async function countModels({
  store,
  clock,
}: StatusDomain): Promise<readonly Counted[] | undefined> {
  const now = nowSeconds(clock);
  const today = now - (now % STATS_DAY);
  const from = today - (DAYS - 1) * STATS_DAY;
  const to = (Math.floor(now / QUARTER) + 1) * QUARTER;
  const [rows, latencies] = await Promise.all([
    readUsageDays(store.reader, 'served', from),
    readLatencies(store.reader, { scope: 'served' }, { from: to - HOUR, to }),
  ]);
  const first = Math.min(...rows.map(({ start }) => start));
  // The first day may have begun late in the evening.
  if (!(first + STATS_DAY < today)) return undefined;
  const models = new Map<string, Counted>();
  for (const { key, start, calls, failed } of rows) {
    const model = models.get(key) ?? emptyModel(key);
    models.set(key, model);
    model.calls += calls;
    model.failed += failed;
    const share = calls + failed === 0 ? null : calls / (calls + failed);
    model.days[(start - from) / STATS_DAY] = share;
  }
  return [...models.values()].map((model) => {
    const median = percentileOf(latencies.get(model.model_name)?.firstToken ?? new Map(), 0.5);
    return {
      ...model,
      answered: shareOf(model),
      first_token_ms: median === undefined ? null : Math.round(median),
    };
  });
}

const emptyModel = (name: string): Counted => ({
  model_name: name,
  answered: null,
  days: Array.from({ length: DAYS }, () => null),
  first_token_ms: null,
  calls: 0,
  failed: 0,
});

function shareOf({ calls, failed }: { calls: number; failed: number }): number | null {
  return calls + failed < CALLS_MIN ? null : calls / (calls + failed);
}

function sum(models: readonly Counted[]): { calls: number; failed: number } {
  return {
    calls: models.reduce((total, { calls }) => total + calls, 0),
    failed: models.reduce((total, { failed }) => total + failed, 0),
  };
}

function failsOver(
  { options, catalog }: StatusDomain,
  groups: readonly string[],
  models: ReadonlySet<string>,
): boolean {
  if (options.number('RetryTimes') === 0) return false;
  return groups.some((group) =>
    [...models].some((model) => {
      const channels = catalog.tiers(group, model).flatMap((tier) => tier.channels);
      return channels.length > 1;
    }),
  );
}
