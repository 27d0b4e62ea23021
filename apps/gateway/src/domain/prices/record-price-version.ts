import {
  findLastPriceVersion,
  insertPriceVersion,
  readPriceVersionValues,
} from '../../store/price-versions-repository.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { OptionActor } from '../options/option-change.ts';
import type { OptionValues } from '../options/option-values.ts';
import { PRICE_KEYS } from '../options/price-book.ts';

export interface PriceChange {
  /** All options before the change. */
  before: OptionValues;
  after: OptionValues;
  actor: OptionActor;
  /** Unix seconds. */
  at: number;
  note: string;
}

/**
 * Records a saved price book as a version, inside the transaction that saves it. Before the first one, the
 * previous prices are recorded as a version without author. Returns its number.
 */
export async function recordPriceVersion(
  trx: StoreTransaction,
  { before, after, actor, at, note }: PriceChange,
): Promise<number> {
  let last = await findLastPriceVersion(trx);
  if (last === 0) {
    last = 1;
    const version = { id: last, created_at: at, actor_id: 0, actor_name: '', note: '', changed: 0 };
    await insertPriceVersion(trx, version, pricesOf(before));
  }
  // Compared with the last version, not the previous options: built-in prices also change with a release.
  const previousValues = await readPriceVersionValues(trx, last);
  const changed = new Map(
    [...pricesOf(after)].filter(([key, value]) => previousValues.get(key) !== value),
  );
  const version = {
    id: last + 1,
    created_at: at,
    actor_id: actor.id,
    actor_name: actor.username,
    note,
    changed: countChangedModels(previousValues, changed),
  };
  await insertPriceVersion(trx, version, changed);
  return version.id;
}

const pricesOf = (values: OptionValues): Map<string, string> =>
  new Map(PRICE_KEYS.map((key) => [key, values.get(key) ?? '']));

/** Options that are not about single models. */
const OF_NO_MODEL: ReadonlySet<string> = new Set([
  'GroupRatio',
  'GroupGroupRatio',
  'QuotaPerUnit',
  'RoundChargesUp',
]);

/** Counts the models that differ in any of the maps by model. */
function countChangedModels(
  before: ReadonlyMap<string, string>,
  changed: ReadonlyMap<string, string>,
): number {
  const names = new Set<string>();
  for (const [key, value] of changed) {
    if (OF_NO_MODEL.has(key)) continue;
    const [from, to] = [membersOf(before.get(key) ?? '{}'), membersOf(value)];
    for (const name of new Set([...from.keys(), ...to.keys()]))
      if (from.get(name) !== to.get(name)) names.add(name);
  }
  return names.size;
}

const membersOf = (json: string): Map<string, string> =>
  new Map(
    Object.entries(JSON.parse(json) as Record<string, unknown>).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]),
  );
