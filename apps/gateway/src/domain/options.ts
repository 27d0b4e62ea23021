import { findOption, type OptionDefinition, optionRegistry, ROLE_ROOT } from '@tollgate/contract';
import type { Keyring } from '../platform/keyring.ts';
import { AppError } from '../platform/app-error.ts';
import type { Bus } from '../platform/bus.ts';
import { type Clock, nowSeconds } from '../platform/clock.ts';
import type { Store } from '../store/open-store.ts';
import { listOptionHistory, loadOptions, writeOptions } from '../store/options-repository.ts';
import { checkPrices, seedDefaults } from './price-book.ts';

export interface OptionChange {
  key: string;
  value: string;
}

export interface OptionActor {
  id: number;
  username: string;
  role: number;
}

export interface OptionHistoryEntry {
  id: number;
  changed_at: number;
  actor_id: number;
  actor_name: string;
  changes: { key: string; from: string; to: string }[];
}

/** All options in memory: stored values over defaults. Reading never waits. */
export interface OptionStore {
  text(key: string): string;
  boolean(key: string): boolean;
  number(key: string): number;
  /** The parsed value of a JSON option. Shared: callers must not change it. */
  json<Value>(key: string): Value;
  /** Every key with its value, secret ones left out. */
  list(): OptionChange[];
  /** Validates all changes, then writes all or none. Empty values of secrets are passed over. */
  write(changes: readonly OptionChange[], actor: OptionActor): Promise<void>;
  history(): Promise<OptionHistoryEntry[]>;
  /** Puts ModelRatio and CompletionRatio back to the built-in ones; answers the new ModelRatio. */
  resetRatios(actor: OptionActor): Promise<string>;
  reload(): Promise<void>;
}

export interface OptionStoreOptions {
  store: Store;
  keyring: Keyring;
  bus: Bus;
  clock: Clock;
}

const MASK = '••••••';

/** Opens the option store and reads it once. */
// tidy-ignore: a closure over shared state, made of short functions
export async function openOptions({
  store,
  keyring,
  bus,
  clock,
}: OptionStoreOptions): Promise<OptionStore> {
  let values = new Map<string, string>();
  let parsed = new Map<string, unknown>();

  async function reload(): Promise<void> {
    const next = new Map(
      optionRegistry.map((definition) => [definition.key, defaultOf(definition)]),
    );
    for (const { key, value } of await loadOptions(store.db)) {
      const definition = findOption(key);
      if (definition) next.set(key, definition.secret ? keyring.decrypt(value) : value);
    }
    values = next;
    parsed = new Map();
  }

  function text(key: string): string {
    const value = values.get(key);
    if (value === undefined) throw new Error(`there is no option ${key}`);
    return value;
  }

  function json<Value>(key: string): Value {
    if (!parsed.has(key)) parsed.set(key, JSON.parse(text(key)));
    return parsed.get(key) as Value;
  }

  /** The checked changes that really change something. Throws on the first bad one. */
  function check(
    changes: readonly OptionChange[],
    actor: OptionActor,
  ): (OptionChange & { definition: OptionDefinition })[] {
    const checked = changes.flatMap(({ key, value }) => {
      const definition = findOption(key);
      if (!definition) throw new AppError('option_unknown', { key });
      if (definition.write === 'root' && actor.role < ROLE_ROOT)
        throw new AppError('option_requires_super_admin', { key });
      if (definition.secret && value.trim() === '') return [];
      const result = definition.check(value);
      if (!result.ok) throw new AppError(result.code, { key, ...result.params });
      return result.value === text(key) ? [] : [{ key, value: result.value, definition }];
    });
    checkPrices((key) => checked.find((change) => change.key === key)?.value ?? text(key));
    return checked;
  }

  async function write(changes: readonly OptionChange[], actor: OptionActor): Promise<void> {
    const checked = check(changes, actor);
    if (checked.length === 0) return;
    const history = checked.map(({ key, value, definition }) =>
      definition.secret
        ? { key, from: text(key) === '' ? '' : MASK, to: MASK }
        : { key, from: text(key), to: value },
    );
    await store.transaction((trx) =>
      writeOptions(trx, {
        values: checked.map(({ key, value, definition }) => ({
          key,
          value: definition.secret ? keyring.encrypt(value) : value,
        })),
        changes: history,
        actor: { id: actor.id, name: actor.username },
        changedAt: nowSeconds(clock),
      }),
    );
    await reload();
    await bus.publish({ topic: 'options' });
  }

  await reload();
  return {
    text,
    boolean: (key) => text(key) === 'true',
    number: (key) => Number(text(key)),
    json,
    list: () =>
      optionRegistry.filter(({ secret }) => !secret).map(({ key }) => ({ key, value: text(key) })),
    write,
    history: () => listOptionHistory(store.db, 100),
    async resetRatios(actor) {
      const modelRatio = seedDefaults.ModelRatio;
      await write(
        [
          { key: 'ModelRatio', value: modelRatio },
          { key: 'CompletionRatio', value: seedDefaults.CompletionRatio },
        ],
        actor,
      );
      return modelRatio;
    },
    reload,
  };
}

function defaultOf(definition: OptionDefinition): string {
  return definition.seeded
    ? seedDefaults[definition.key as keyof typeof seedDefaults]
    : definition.default;
}
