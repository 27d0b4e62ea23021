import type { AttentionItem, AttentionKind } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import {
  listAutoDisabled,
  listLowUpstreamBalances,
} from '../../store/channel-trouble-repository.ts';
import { listJobs } from '../../store/jobs-repository.ts';
import { listRunningVersions } from '../../store/nodes-repository.ts';
import { QUARTER, STATS_DAY } from '../../store/usage-stats.ts';
import { rankUsage } from '../../store/rank-usage.ts';
import { sumUsageCounts } from '../../store/usage-stats-repository.ts';
import type { Domain } from '../domain.ts';
import { type Language, readReason } from '../error-texts.ts';
import { whyDisabled } from '../channel-health/channel-condition.ts';
import { listUnpriced } from '../prices/list-unpriced.ts';
import { readLastReconciliation } from '../wallet/reconcile-ledger.ts';

export type AttentionContext = Pick<
  Domain,
  'store' | 'clock' | 'catalog' | 'prices' | 'options' | 'channelHealth'
>;

const NAMES_MAX = 3;
const CHANNELS_MAX = 1000;
const BALANCES_MAX = 20;
const JOBS_MAX = 20;
/**
 * An upstream balance is low below this amount, in millionths of a dollar, or below the cost of this many
 * days.
 */
const LOW_MICROS = 1_000_000;
const LOW_DAYS = 3;
/** A balance above this is never low, whatever a day costs. */
const LOW_BALANCE_MAX = 100_000_000_000;
const PACE_DAYS = 7;
const MICROS = 1_000_000;
const MODELS_MAX = 200;
/** A node not seen for this long counts as stopped. */
const NODE_SECONDS = 120;

/**
 * Lists what needs an administrator's attention, the worst first. Derived from the current state, so nothing
 * has to be dismissed.
 */
export async function listAttention(
  domain: AttentionContext,
  language: Language,
): Promise<AttentionItem[]> {
  const attentionItems = await Promise.all([
    disabledChannels(domain, language),
    ledgerMismatch(domain),
    unpricedModels(domain),
    coolingChannels(domain),
    lowBalances(domain),
    failedJobs(domain),
    differentVersions(domain),
  ]);
  const items = attentionItems.flat();
  return [
    ...items.filter(({ severity }) => severity === 'bad'),
    ...items.filter(({ severity }) => severity === 'warn'),
  ];
}

function item(
  kind: AttentionKind,
  severity: AttentionItem['severity'],
  rest: Partial<AttentionItem>,
): AttentionItem {
  return {
    kind,
    severity,
    count: 1,
    names: [],
    id: 0,
    cause: '',
    at: 0,
    calls: 0,
    balance: null,
    daily: null,
    condition: '',
    ...rest,
  };
}

async function disabledChannels({ store }: AttentionContext, language: Language) {
  const channels = await listAutoDisabled(store.db, CHANNELS_MAX);
  const byCause = Map.groupBy(channels, ({ status_reason: reason }) => reason);
  return [...byCause]
    .map(([reason, alike]) =>
      item('channels_disabled', 'bad', {
        count: alike.length,
        names: alike.slice(0, NAMES_MAX).map(({ name }) => name),
        id: alike[0]?.id ?? 0,
        cause: readReason(reason, language),
        condition: whyDisabled(reason),
        at: alike[0]?.status_time ?? 0,
      }),
    )
    .slice(0, NAMES_MAX);
}

async function ledgerMismatch({ store }: AttentionContext) {
  const { checkedAt, discrepancies } = await readLastReconciliation(store);
  const [first] = discrepancies;
  return first
    ? [
        item('ledger_mismatch', 'bad', {
          count: discrepancies.length,
          names: [`${first.subject} ${first.id}`],
          id: first.id,
          cause: first.rule,
          at: checkedAt ?? 0,
        }),
      ]
    : [];
}

async function unpricedModels(domain: AttentionContext) {
  const models = listUnpriced(domain).map(({ model }) => model);
  if (models.length === 0) return [];
  const now = nowSeconds(domain.clock);
  const to = now - (now % QUARTER) + QUARTER;
  const counted = { scope: 'model', keys: models.slice(0, MODELS_MAX) } as const;
  const { failed } = await sumUsageCounts(domain.store.reader, counted, {
    from: to - STATS_DAY,
    to,
  });
  const names = models.slice(0, NAMES_MAX);
  return [item('models_unpriced', 'warn', { count: models.length, names, calls: failed })];
}

async function coolingChannels({ channelHealth }: AttentionContext) {
  const cooling = channelHealth
    .describe()
    .filter(({ state }) => state !== 'closed')
    .sort((left, right) => left.until_ms - right.until_ms);
  const [next] = cooling;
  if (!next) return [];
  const causes = cooling.flatMap(({ last_fault: fault }) => fault?.what.split(' ')[0] ?? []);
  return [
    item('channels_cooling', 'warn', {
      count: cooling.length,
      condition: next.state === 'cooling' ? 'cooling' : 'probing',
      names: cooling.slice(0, NAMES_MAX).map(({ name }) => name),
      id: next.id,
      cause: [...new Set(causes)].slice(0, NAMES_MAX).join(', '),
      at: Math.ceil(next.until_ms / 1000),
    }),
  ];
}

/**
 * Finds balances reported by upstreams within the last week that will not last, estimated from what their
 * calls are charged here.
 */
async function lowBalances({ store, clock, options }: AttentionContext) {
  const now = nowSeconds(clock);
  const to = now - (now % QUARTER) + QUARTER;
  const channels = await listLowUpstreamBalances(store.db, {
    since: now - PACE_DAYS * STATS_DAY,
    below: LOW_BALANCE_MAX,
    limit: CHANNELS_MAX,
  });
  const keys = channels.map(({ id }) => String(id));
  const range = { from: to - PACE_DAYS * STATS_DAY, to };
  const { rows } = await rankUsage(
    store.reader,
    { scope: 'channel', keys },
    { range, by: 'quota', limit: CHANNELS_MAX },
  );
  const unit = options.number('QuotaPerUnit');
  const daily = new Map(
    rows.map(({ key, quota, refunded }) => [
      Number(key),
      (((quota - refunded) / PACE_DAYS) * MICROS) / unit,
    ]),
  );
  return channels
    .filter(
      ({ id, balance_micros: micros }) =>
        micros < Math.max(LOW_MICROS, LOW_DAYS * (daily.get(id) ?? 0)),
    )
    .slice(0, BALANCES_MAX)
    .map(({ id, name, balance_micros: micros, balance_updated_time: at }) =>
      item('balance_low', 'warn', {
        names: [name],
        id,
        at,
        balance: micros / MICROS,
        daily: daily.has(id) ? (daily.get(id) ?? 0) / MICROS : null,
      }),
    );
}

async function failedJobs({ store }: AttentionContext) {
  const jobs = await listJobs(store.db);
  return jobs
    .filter(({ last_error: error }) => error !== '')
    .slice(0, JOBS_MAX)
    .map(({ name, last_error: error, last_finished_at: at }) =>
      item('job_failed', 'warn', { names: [name], cause: error, at }),
    );
}

/** Finds nodes of one site that run different versions, as after an incomplete upgrade. */
async function differentVersions({ store, clock }: AttentionContext) {
  const running = await listRunningVersions(store.db, nowSeconds(clock) - NODE_SECONDS);
  if (running.length < 2) return [];
  const names = running.map(({ version, node, count }) =>
    [version || '?', count === 1 ? `(${node})` : `(${count})`].join(' '),
  );
  const count = running.reduce((sum, version) => sum + version.count, 0);
  return [item('versions_differ', 'warn', { count, names })];
}
