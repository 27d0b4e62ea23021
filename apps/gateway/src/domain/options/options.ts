import { noteAudited, reportUnchanged } from '../audit/audit-scope.ts';
import { MASK } from '../audit/mask-secrets.ts';
import type { OptionChange, OptionActor } from './option-change.ts';
import {
  findOption,
  mayReadOption,
  type OptionKey,
  optionRegistry,
  type OptionValue,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Bus } from '../../platform/bus.ts';
import { type Clock, nowSeconds } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { Store, StoreTransaction } from '../../store/open-store.ts';
import {
  findLastSecretChanges,
  listOptionHistory,
  writeOptions,
} from '../../store/options-repository.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { type CheckedChange, checkOptionChanges } from './check-options.ts';
import { keepGroupsInUse } from './check-groups.ts';
import { keepMailInUse } from './keep-mail-in-use.ts';
import { keepRootLogin } from './keep-root-login.ts';
import { requiresVerificationProof } from './needs-proof.ts';
import { type OptionValues, readOptionValues } from './option-values.ts';
import { isPriceKey, seedDefaults } from './price-book.ts';
import { recordPriceVersion } from '../prices/record-price-version.ts';
import { requirePriceVersion } from '../prices/require-price-version.ts';

export interface OptionHistoryEntry {
  id: number;
  changed_at: number;
  actor_id: number;
  actor_name: string;
  changes: { key: string; from: string; to: string }[];
}

/** The keys of the options whose value has a given type. */
export type OptionKeyOf<Value> = {
  [Key in OptionKey]: OptionValue<Key> extends Value ? Key : never;
}[OptionKey];

/** All options in memory: stored values over defaults. Reading never waits. */
export interface OptionStore {
  /** The typed value of an option. Lists and JSON are shared: callers must not change them. */
  get<Key extends OptionKey>(key: Key): OptionValue<Key>;
  text(key: OptionKeyOf<string>): string;
  boolean(key: OptionKeyOf<boolean>): boolean;
  number(key: OptionKeyOf<number>): number;
  /** The stored text of an option, for keys from a table or request. */
  raw(key: string): string;
  /** Lists the options that a role may read. */
  list(role: number): OptionChange[];
  /** The keys of the secret options that have a value. */
  setSecrets(): string[];
  /** The same, with the end of a long secret, and who set it and when. */
  describeSecrets(): Promise<
    { key: string; tail: string; changed_at: number; actor_name: string }[]
  >;
  /**
   * Checks all changes against the stored values, then writes all or none, with one history row. Throws an
   * AppError for the first invalid one. Empty values of secrets are skipped. For changes by people, use
   * `saveOptions`.
   */
  write(
    changes: readonly OptionChange[],
    actor: OptionActor,
    conditions?: WriteConditions,
  ): Promise<void>;
  /**
   * Does the same for changes that depend on the stored values, which are passed to `change`. It may throw.
   */
  rewrite(
    change: (stored: OptionValues) => readonly OptionChange[],
    actor: OptionActor,
    conditions?: WriteConditions,
  ): Promise<void>;
  /**
   * Does the same within the transaction of the caller, which also numbers the change of `options`. Returns
   * all values after it.
   */
  rewriteIn(
    trx: StoreTransaction,
    change: (stored: OptionValues) => readonly OptionChange[],
    actor: OptionActor,
    conditions?: WriteConditions,
  ): Promise<OptionValues>;
  /** Returns what a write would change, as far as this node knows. Throws an AppError like a write. */
  preview(changes: readonly OptionChange[], actor: OptionActor): readonly OptionChange[];
  history(): Promise<OptionHistoryEntry[]>;
  /** Resets ModelRatio and CompletionRatio to the built-in ones; returns the new ModelRatio. */
  resetRatios(actor: OptionActor): Promise<string>;
}

export interface WriteConditions {
  /** The secret that was verified with its service. */
  verifiedSecret?: string;
  /** The price book that the changes are based on: throws AppError price_conflict if it has changed. */
  priceVersion?: string | undefined;
  /** The note for a new version of the price book. */
  note?: string | undefined;
  /** Whether the caller calls `keepGroupsInUse` itself, after moving what is in a group. */
  groupsLater?: boolean;
  /** Further work in the same transaction; not called if nothing changed. */
  within?: (trx: StoreTransaction, changed: readonly OptionChange[]) => Promise<void>;
}

export interface OptionStoreOptions {
  store: Store;
  keyring: Keyring;
  bus: Bus;
  changes: ChangeFeed;
  clock: Clock;
}

const HISTORY_LENGTH = 100;

/** Opens the option store, reads it once and follows changes. */
// tidy-ignore: a closure over shared state, made of short functions
export async function openOptions({
  store,
  keyring,
  bus,
  changes: feed,
  clock,
}: OptionStoreOptions): Promise<OptionStore> {
  let values = await readOptionValues(store.db, keyring);
  let parsed = new Map<string, unknown>();
  bus.subscribe(async ({ topic }) => {
    if (topic !== 'options') return;
    values = await readOptionValues(store.db, keyring);
    parsed = new Map();
  });

  function raw(key: string): string {
    const value = values.get(key);
    if (value === undefined) throw new Error(`there is no option ${key}`);
    return value;
  }

  function get<Key extends OptionKey>(key: Key): OptionValue<Key> {
    let value = parsed.get(key);
    if (value === undefined) parsed.set(key, (value = findOption(key)?.parse(raw(key))));
    return value as OptionValue<Key>;
  }

  /**
   * Reads the stored values inside the transaction, so that concurrent writers can't miss each other's
   * changes.
   */
  const rewriteIn: OptionStore['rewriteIn'] = async (trx, change, actor, conditions = {}) => {
    const { verifiedSecret, priceVersion, note = '', groupsLater = false } = conditions;
    const current = await readOptionValues(trx, keyring);
    if (priceVersion !== undefined) await requirePriceVersion(trx, priceVersion, current);
    const wanted = change(current);
    const checked = checkOptionChanges(wanted, actor, current);
    refuseOverwriting(wanted, checked, current);
    if (checked.length === 0) {
      reportUnchanged();
      return current;
    }
    const next = new Map(current);
    for (const { key, value } of checked) next.set(key, value);
    // Somebody may have enabled it, or set another secret, since this one was verified.
    const isProved = verifiedSecret === next.get('TurnstileSecretKey');
    if (!isProved && requiresVerificationProof(checked, (key) => next.get(key)))
      throw new AppError('option_changed');
    await keepRootLogin(trx, checked, next);
    await keepMailInUse(trx, checked, next);
    if (!groupsLater) await keepGroupsInUse(trx, current, next);
    const described = checked.map((change) => describeChange(change, current));
    const at = nowSeconds(clock);
    await writeOptions(trx, {
      values: checked.map(({ key, value, definition }) => ({
        key,
        value: definition.secret ? keyring.encrypt(value) : value,
      })),
      changes: described,
      actor: { id: actor.id, name: actor.username },
      changedAt: at,
    });
    noteAudited({
      name: described.map(({ key }) => key).join(', '),
      before: Object.fromEntries(described.map(({ key, from }) => [key, from])),
      after: Object.fromEntries(described.map(({ key, to }) => [key, to])),
      replaced: checked.filter(({ definition }) => definition.secret).map(({ key }) => key),
      reason: note,
    });
    await conditions.within?.(trx, checked);
    if (checked.some(({ key }) => isPriceKey(key)))
      await recordPriceVersion(trx, { before: current, after: next, actor, at, note });
    return next;
  };

  const rewrite: OptionStore['rewrite'] = async (change, actor, conditions) => {
    await feed.commit({ topic: 'options' }, (trx) => rewriteIn(trx, change, actor, conditions));
  };

  const write: OptionStore['write'] = (changes, actor, conditions) =>
    rewrite(() => changes, actor, conditions);

  return {
    get,
    text: get,
    boolean: get,
    number: get,
    raw,
    list: (role) =>
      optionRegistry
        .filter((definition) => mayReadOption(role, definition))
        .map(({ key }) => ({ key, value: raw(key) })),
    setSecrets: () =>
      optionRegistry.filter(({ secret, key }) => secret && raw(key) !== '').map(({ key }) => key),
    describeSecrets: async () => {
      const storedSecrets = optionRegistry.filter(({ secret, key }) => secret && raw(key) !== '');
      const changes = await findLastSecretChanges(store.db);
      return storedSecrets.map(({ key }) => ({
        key,
        tail: tailOf(raw(key)),
        changed_at: changes.get(key)?.changed_at ?? 0,
        actor_name: changes.get(key)?.actor_name ?? '',
      }));
    },
    write,
    rewrite,
    rewriteIn,
    preview: (changes, actor) => checkOptionChanges(changes, actor, values),
    history: () => listOptionHistory(store.db, HISTORY_LENGTH),
    async resetRatios(actor) {
      const { ModelRatio, CompletionRatio } = seedDefaults;
      await write(
        [
          { key: 'ModelRatio', value: ModelRatio },
          { key: 'CompletionRatio', value: CompletionRatio },
        ],
        actor,
      );
      return ModelRatio;
    },
  };
}

/**
 * Throws an AppError if a change would overwrite what somebody else has saved since its author read the
 * option. Secrets are not compared: an answer would confirm a guess.
 */
function refuseOverwriting(
  wanted: readonly OptionChange[],
  checked: readonly CheckedChange[],
  current: OptionValues,
): void {
  for (const { key, before } of wanted) {
    if (before === undefined || before === current.get(key)) continue;
    const change = checked.find((candidate) => candidate.key === key);
    if (change && !change.definition.secret)
      throw new AppError('option_changed', {}, { field: key });
  }
}

/** Returns a history entry; for a secret only whether there was and is one. */
function describeChange({ key, value, definition }: CheckedChange, current: OptionValues) {
  const from = current.get(key) as string;
  if (!definition.secret) return { key, from, to: value };
  return { key, from: from === '' ? '' : MASK, to: value === '' ? '' : MASK };
}

const TAIL = 4;
const TAIL_FROM = 16;

/** Returns the end of a secret; nothing for a short one, of which it would reveal too much. */
const tailOf = (secret: string) => (secret.length >= TAIL_FROM ? secret.slice(-TAIL) : '');
