import type { PricePreview } from '@tollgate/contract';
import { PriceError, type PriceBook, repriceCall } from '@tollgate/pricing';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';
import { type SampledCall, sampleCalls } from '../../store/call-sample-repository.ts';
import { countCallsByModel } from '../../store/log-totals-repository.ts';
import { readTeamIds } from '../../store/usage-names-repository.ts';
import type { Domain } from '../domain.ts';
import { checkOptionTexts } from '../options/check-options.ts';
import type { OptionChange } from '../options/option-change.ts';
import { compilePrices } from '../options/price-book.ts';

const DAY = 86_400;
const HOUR = 3600;
/** Number of log rows examined, and the number of blocks they are read in. */
const SAMPLE_ROWS = 10_000;
const SAMPLE_BLOCKS = 50;
const MODELS_LISTED = 50;
const USERS_LISTED = 5;

interface Effect {
  calls: number;
  before: number;
  after: number;
}

/** The results from the calls examined. */
interface Findings {
  sampled: number;
  skipped: number;
  refused: number;
  changed: number;
  total: Effect;
  models: Map<string, Effect>;
  users: Map<number, Effect & { username: string; group: string }>;
}

/**
 * Compares what the calls of the last 24 hours would cost with these options to what they cost with the
 * stored ones, using the billing formula. Examines at most 10,000 rows and extrapolates if there are more
 * calls. Throws an AppError if the options form no price book.
 */
export async function previewPrices(
  { options, prices, store, clock }: Pick<Domain, 'options' | 'prices' | 'store' | 'clock'>,
  changes: readonly OptionChange[],
): Promise<PricePreview> {
  const texts = checkOptionTexts(changes);
  const [present, next] = [prices.current(), compile((key) => texts.get(key) ?? options.raw(key))];
  const to = nowSeconds(clock);
  const from = to - DAY;
  const findings: Findings = {
    sampled: 0,
    skipped: 0,
    refused: 0,
    changed: 0,
    total: noEffect(),
    models: new Map(),
    users: new Map(),
  };
  const limits = { since: from, most: SAMPLE_ROWS, blocks: SAMPLE_BLOCKS };
  for await (const calls of sampleCalls(store.reader, limits)) {
    for (const call of calls) compareCall(findings, call, { present, next });
    await yieldEventLoop();
  }
  const counted = await countCallsByModel(store.reader, to - (to % HOUR) - DAY + HOUR);
  const calls = [...counted.values()].reduce((sum, count) => sum + count, 0);
  const { users, ...found } = describeFindings(findings, Math.max(calls, findings.sampled));
  const teams = await readTeamIds(
    store.reader,
    users.map(({ user_id: id }) => id),
  );
  return {
    from,
    to,
    ...found,
    users: users.map((user) => ({ ...user, is_team: teams.has(user.user_id) })),
  };
}

function compile(text: (key: string) => string): PriceBook {
  try {
    return compilePrices(text);
  } catch (error) {
    if (error instanceof PriceError)
      throw new AppError('option_invalid_json', {}, { cause: error, field: error.map });
    throw error;
  }
}

const noEffect = (): Effect => ({ calls: 0, before: 0, after: 0 });

function compareCall(
  findings: Findings,
  call: SampledCall,
  { present, next }: { present: PriceBook; next: PriceBook },
): void {
  findings.sampled += 1;
  const before = repriceCall(present, call);
  const after = repriceCall(next, call);
  if (after === 'unpriced' && before !== 'unpriced') findings.refused += 1;
  if (typeof before !== 'number' || typeof after !== 'number') {
    findings.skipped += before === undefined || after === undefined ? 1 : 0;
    return;
  }
  const { model_name: model, user_id: user, username, group } = call;
  add(findings.total, before, after);
  add(entryOf(findings.models, model, noEffect), before, after);
  add(
    entryOf(findings.users, user, () => ({ ...noEffect(), username, group })),
    before,
    after,
  );
  if (before !== after) findings.changed += 1;
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existing = map.get(key);
  if (existing) return existing;
  const created = make();
  map.set(key, created);
  return created;
}

function add(effect: Effect, before: number, after: number): void {
  effect.calls += 1;
  effect.before += before;
  effect.after += after;
}

const changeOf = ({ before, after }: Effect) => after - before;

/** Extrapolates the results to all calls. */
function describeFindings(findings: Findings, calls: number) {
  const scale = findings.sampled === 0 ? 1 : calls / findings.sampled;
  const scaled = <Kind extends Effect>(effect: Kind): Kind => ({
    ...effect,
    calls: Math.round(effect.calls * scale),
    before: Math.round(effect.before * scale),
    after: Math.round(effect.after * scale),
  });
  const changed = [...findings.users.entries()].filter(([, effect]) => changeOf(effect) !== 0);
  return {
    ...scaled(findings.total),
    calls: findings.sampled === 0 ? 0 : calls,
    sampled: findings.sampled,
    skipped: findings.skipped,
    changed_calls: Math.round(findings.changed * scale),
    refused_calls: Math.round(findings.refused * scale),
    models: [...findings.models.entries()]
      .filter(([, effect]) => changeOf(effect) !== 0)
      .sort(([, left], [, right]) => Math.abs(changeOf(right)) - Math.abs(changeOf(left)))
      .slice(0, MODELS_LISTED)
      .map(([model, effect]) => ({ model, ...scaled(effect) })),
    users: changed
      .sort(([, left], [, right]) => changeOf(right) - changeOf(left))
      .slice(0, USERS_LISTED)
      .map(([id, effect]) => ({ user_id: id, ...scaled(effect) })),
    users_changed: changed.length,
    users_total: findings.users.size,
  };
}
