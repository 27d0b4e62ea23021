import type { ModelStatus, ServiceStatus } from '@tollgate/contract';
import { nowSeconds } from '../platform/clock.ts';
import { percentileOf } from '../store/latency-histogram.ts';
import { QUARTER, STATS_DAY } from '../store/usage-stats.ts';
import { readLatencies, readUsageDays } from '../store/usage-stats-repository.ts';
import type { Domain } from './domain.ts';
import { listPrices } from './options/pricing.ts';

const DAYS = 30;
const HOUR = 4 * QUARTER;
/** Fewer calls in 30 days are not representative. */
const CALLS_MIN = 20;
/** How long the result is cached, as anonymous visitors may request it. */
const CACHE_MS = 60_000;

type StatusDomain = Pick<Domain, 'store' | 'clock' | 'options' | 'catalog' | 'prices'>;

interface Counts {
  calls: number;
  failed: number;
}

interface Counted extends Counts {
  name: string;
  days: readonly Counts[];
  firstTokenMs: number | null;
}

interface CountedModels {
  firstDay: number;
  models: readonly Counted[];
}

const cachedCounts = new WeakMap<
  object,
  { atMs: number; all: Promise<CountedModels | undefined> }
>();

/**
 * Returns how reliably the models visible to a user or visitor responded, by real calls; null if the site
 * does not publish it, and before a whole day was recorded.
 */
export async function readModelStatus(
  domain: StatusDomain,
  user: { group: string } | undefined,
): Promise<ServiceStatus | null> {
  if (!domain.options.boolean('ServiceStatusEnabled')) return null;
  const all = await readCached(domain);
  if (!all) return null;
  const { models: visibleModels, groups } = listPrices(domain, user);
  const names = new Set(visibleModels.map(({ model_name: name }) => name));
  const models = all.models.filter(({ name }) => names.has(name));
  return {
    answered: shareOf(sum(models)),
    first_day: all.firstDay,
    days: noDays().map((_none, day) => dayShareOf(sum(models.map(({ days }) => days[day])))),
    failover: failsOver(domain, Object.keys(groups), names),
    models: models.map(present),
  };
}

const present = (model: Counted): ModelStatus => ({
  model_name: model.name,
  answered: shareOf(model),
  days: model.days.map(dayShareOf),
  first_token_ms: model.firstTokenMs,
});

function readCached(domain: StatusDomain): Promise<CountedModels | undefined> {
  const atMs = domain.clock.nowMs();
  const cached = cachedCounts.get(domain.store);
  if (cached && Math.abs(atMs - cached.atMs) < CACHE_MS) return cached.all;
  const all = countModels(domain);
  cachedCounts.set(domain.store, { atMs, all });
  // A failure is returned only to those already waiting for it, not cached.
  all.catch(() => cachedCounts.delete(domain.store));
  return all;
}

async function countModels({ store, clock }: StatusDomain): Promise<CountedModels | undefined> {
  const now = nowSeconds(clock);
  const today = now - (now % STATS_DAY);
  const firstDay = today - (DAYS - 1) * STATS_DAY;
  const to = (Math.floor(now / QUARTER) + 1) * QUARTER;
  const [rows, latencies] = await Promise.all([
    readUsageDays(store.reader, { scope: 'served' }, firstDay),
    readLatencies(store.reader, { scope: 'served' }, { from: to - HOUR, to }),
  ]);
  const first = Math.min(...rows.map(({ start }) => start));
  // Recording may have begun late on the first day.
  if (!(first + STATS_DAY < today)) return undefined;
  const daysOf = new Map<string, Counts[]>();
  for (const { key, start, calls, failed } of rows) {
    const days = daysOf.get(key) ?? noDays();
    daysOf.set(key, days);
    days[(start - firstDay) / STATS_DAY] = { calls, failed };
  }
  const models = [...daysOf].map(([name, days]) => {
    const median = percentileOf(latencies.get(name)?.firstToken ?? new Map(), 0.5);
    return {
      name,
      days,
      ...sum(days),
      firstTokenMs: median === undefined ? null : Math.round(median),
    };
  });
  return { firstDay, models };
}

const noDays = (): Counts[] => Array.from({ length: DAYS }, () => ({ calls: 0, failed: 0 }));

function shareOf({ calls, failed }: Counts): number | null {
  return calls + failed < CALLS_MIN ? null : calls / (calls + failed);
}

const dayShareOf = ({ calls, failed }: Counts): number | null =>
  calls + failed === 0 ? null : calls / (calls + failed);

function sum(counts: readonly (Counts | undefined)[]): Counts {
  return {
    calls: counts.reduce((total, count) => total + (count?.calls ?? 0), 0),
    failed: counts.reduce((total, count) => total + (count?.failed ?? 0), 0),
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
