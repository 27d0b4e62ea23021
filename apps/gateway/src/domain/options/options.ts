import { noteAudited, noteUnchanged } from '../audit/audit-scope.ts';
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

/** The keys of the options whose value is of a type. */
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
  /** The text of an option as it is stored, for keys that come out of a table or a request. */
  raw(key: string): string;
  /** What a role may read, key and value. */
  list(role: number): OptionChange[];
  /** The keys of the secret options that have a value. */
  setSecrets(): string[];
  /** The same with how a long one ends, who set it and when. */
  describeSecrets(): Promise<
    { key: string; tail: string; changed_at: number; actor_name: string }[]
  >;
  /**
   * Checks all changes against what is stored, then writes all or none, with one history row. Throws
   * AppError on the first bad one. Empty values of secrets are passed over. `saveOptions` is for people.
   */
  write(
    changes: readonly OptionChange[],
    actor: OptionActor,
    conditions?: WriteConditions,
  ): Promise<void>;
  /**
   * The same for changes that depend on what is stored, which `change` is given. It may throw.
   */
  rewrite(
    change: (stored: OptionValues) => readonly OptionChange[],
    actor: OptionActor,
    conditions?: WriteConditions,
  ): Promise<void>;
  /** A rewrite as part of the caller's transaction, which numbers the change of `options`. Answers all values after it. */
  rewriteIn(
    trx: StoreTransaction,
    change: (stored: OptionValues) => readonly OptionChange[],
    actor: OptionActor,
    conditions?: WriteConditions,
  ): Promise<OptionValues>;
  /** What a write would change as far as this node knows. Throws AppError as a write does. */
  preview(changes: readonly OptionChange[], actor: OptionActor): readonly OptionChange[];
  history(): Promise<OptionHistoryEntry[]>;
  /** Puts ModelRatio and CompletionRatio back to the built-in ones; answers the new ModelRatio. */
  resetRatios(actor: OptionActor): Promise<string>;
}

export interface WriteConditions {
  /** The secret that its service was asked about. */
  provedSecret?: string;
  /** The price book that the changes were made from: AppError price_conflict where it is another by now. */
  priceVersion?: string | undefined;
  /** What a new version of the price book is about. */
  note?: string | undefined;
  /** The caller asks `keepGroupsInUse` itself, when it has moved what is in a group. */
  groupsLater?: boolean;
  /** What else belongs to these changes; not called where nothing changed. */
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

  /** What is stored is read inside the transaction, so that two writers can't pass each other. */
  const rewriteIn: OptionStore['rewriteIn'] = async (trx, change, actor, conditions = {}) => {
    const { provedSecret, priceVersion, note = '', groupsLater = false } = conditions;
    const current = await readOptionValues(trx, keyring);
    if (priceVersion !== undefined) await requirePriceVersion(trx, priceVersion, current);
    const checked = checkOptionChanges(change(current), actor, current);
    if (checked.length === 0) {
      noteUnchanged();
      return current;
    }
    const next = new Map(current);
    for (const { key, value } of checked) next.set(key, value);
    // Somebody may have turned it on, or put another secret in, since this one was proved.
    const isProved = provedSecret === next.get('TurnstileSecretKey');
    if (!isProved && requiresVerificationProof(checked, (key) => next.get(key)))
      throw new AppError('option_changed');
    await keepRootLogin(trx, checked, next);
    await keepMailInUse(trx, checked, next);
    if (!groupsLater) await keepGroupsInUse(trx, current, next);
    const described = checked.map((one) => describeChange(one, current));
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
      const stored = optionRegistry.filter(({ secret, key }) => secret && raw(key) !== '');
      const changes = await findLastSecretChanges(store.db);
      return stored.map(({ key }) => ({
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

/** A history entry; of a secret it tells only that there was and is one. */
function describeChange({ key, value, definition }: CheckedChange, current: OptionValues) {
  const from = current.get(key) as string;
  if (!definition.secret) return { key, from, to: value };
  return { key, from: from === '' ? '' : MASK, to: value === '' ? '' : MASK };
}

const TAIL = 4;
const TAIL_FROM = 16;

/** How a secret ends; nothing of one so short that it would say much of it. */
const tailOf = (secret: string) => (secret.length >= TAIL_FROM ? secret.slice(-TAIL) : '');
