import { type ChannelEvent, type ChannelHistory, LOG_SYSTEM } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { type LatencyHistogram, percentileOf } from '../../store/latency-histogram.ts';
import { STATS_DAY } from '../../store/usage-stats.ts';
import { readUsageTimeline } from '../../store/usage-stats-repository.ts';
import { searchAudit, toAuditFilter } from '../audit/read-audit.ts';
import type { Domain } from '../domain.ts';
import { type Language, readReason } from '../error-texts.ts';
import { toFilter } from '../log/log-reading.ts';
import { presentChannel, readChannel } from './channel-administration.ts';

const HOUR = 3600;
const HOURS = STATS_DAY / HOUR;
/** How many days back events are searched, and how many are returned. */
const EVENT_DAYS = 7;
const EVENTS = 20;

/** Longest duration of a test. */
const TEST_SECONDS = 60;

type TestEvent = Extract<ChannelEvent, { kind: 'tested' }>;
type ChangeEvent = Extract<ChannelEvent, { kind: 'changed' }>;

type HistoryContext = Pick<
  Domain,
  | 'store'
  | 'clock'
  | 'wallet'
  | 'catalog'
  | 'channelHealth'
  | 'keyring'
  | 'logs'
  | 'options'
  | 'log'
>;

interface Reader {
  role: number;
  language: Language;
}

/** Reads the recent latencies of a channel's calls and the events of the channel. */
export async function readChannelHistory(
  domain: HistoryContext,
  id: number,
  reader: Reader,
): Promise<ChannelHistory> {
  if (!domain.catalog.find(id)) throw new AppError('channel_not_found');
  await domain.wallet.flush();
  const to = (Math.floor(nowSeconds(domain.clock) / HOUR) + 1) * HOUR;
  const edges = Array.from({ length: HOURS + 1 }, (_, hour) => to - STATS_DAY + hour * HOUR);
  const [timeline, switches, changes, test] = await Promise.all([
    readUsageTimeline(domain.store.reader, { scope: 'channel', keys: [String(id)] }, edges),
    listSwitches(domain, id, reader.language),
    listChanges(domain, id, reader),
    findTest(domain, id, reader.language),
  ]);
  const cooldowns = domain.channelHealth.recentCooldowns(id);
  const events = [...nameTester(test, changes), ...switches, ...cooldowns.toReversed()];
  return {
    edges,
    pieces: Array.from({ length: HOURS }, (_, hour) => ({
      first_token_ms: percentiles(timeline.get(hour)?.latencies.firstToken),
      total_ms: percentiles(timeline.get(hour)?.latencies.total),
    })),
    events: events.toSorted((left, right) => right.at - left.at).slice(0, EVENTS),
  };
}

function percentiles(histogram: LatencyHistogram = new Map()) {
  const [p50, p95] = [percentileOf(histogram, 0.5), percentileOf(histogram, 0.95)];
  return p50 === undefined || p95 === undefined ? null : { p50, p95 };
}

/** Reads from the log when the gateway disabled and enabled the channel. */
async function listSwitches(
  domain: HistoryContext,
  channel: number,
  language: Language,
): Promise<ChannelEvent[]> {
  const since = nowSeconds(domain.clock) - EVENT_DAYS * STATS_DAY;
  const filter = await toFilter(
    domain,
    {
      type: LOG_SYSTEM,
      token_name: '',
      model_name: '',
      start_timestamp: since,
      end_timestamp: 0,
      group: '',
      request_id: '',
      channel,
    },
    { ownerId: undefined },
  );
  const { result } = await domain.logs.read(filter, (logs) =>
    logs.list(filter, { page: 1, pageSize: EVENTS }),
  );
  return result.items.flatMap(({ created_at: at, other }): ChannelEvent[] => {
    const { event, reason = '' } = (parseJson(other) ?? {}) as { event?: string; reason?: string };
    if (event === 'channel_enabled') return [{ kind: 'enabled', at }];
    if (event !== 'channel_disabled') return [];
    return [{ kind: 'disabled', at, reason: readReason(reason, language) }];
  });
}

/** Reads administrators' changes to the channel from the audit log. */
async function listChanges(
  domain: HistoryContext,
  id: number,
  { role }: Reader,
): Promise<ChangeEvent[]> {
  const start = nowSeconds(domain.clock) - EVENT_DAYS * STATS_DAY;
  const emptyFilter = { actor: '', action: '', keyword: '', end_timestamp: 0 };
  const filter = {
    ...emptyFilter,
    subject: 'channel',
    object_id: String(id),
    start_timestamp: start,
  };
  const page = { page: 1, pageSize: EVENTS };
  const { items } = await searchAudit(domain, { role }, toAuditFilter(filter, { role }), page);
  return items.map(({ created_at: at, actor_name: actorName, action, changes }) => ({
    kind: 'changed',
    at,
    who: actorName,
    action,
    changes: changes.map(({ field, to }) => ({ field, to: String(to ?? '') })),
  }));
}

/** Returns the test and the changes; a change that started the test is merged into it as its author. */
function nameTester(test: TestEvent | undefined, changes: readonly ChangeEvent[]): ChannelEvent[] {
  if (!test) return [...changes];
  const testEntry = changes.find(
    ({ action, at }) => action === 'testChannel' && Math.abs(at - test.at) <= TEST_SECONDS,
  );
  return [
    { ...test, who: testEntry?.who ?? '' },
    ...changes.filter((change) => change !== testEntry),
  ];
}

/** Returns the channel's last test. */
async function findTest(
  domain: HistoryContext,
  id: number,
  language: Language,
): Promise<TestEvent | undefined> {
  const channel = presentChannel(domain, await readChannel(domain, id), language);
  const { test_time: at, test_fault: cause, response_time: ms } = channel;
  if (at === 0) return undefined;
  return { kind: 'tested', at, who: '', cause, ms: cause === null ? ms : 0 };
}
