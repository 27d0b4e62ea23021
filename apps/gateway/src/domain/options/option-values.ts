import { findOption, type OptionDefinition, optionRegistry } from '@tollgate/contract';
import type { Keyring } from '../../platform/keyring.ts';
import { loadOptions } from '../../store/options-repository.ts';
import type { Db } from '../../store/schema.ts';
import { seedDefaults } from './price-book.ts';

/** The value of every option in the registry: the stored one, else the default. Secrets are decrypted. */
export type OptionValues = ReadonlyMap<string, string>;

/** Reads all options. Stored keys unknown to the registry are skipped. */
export async function readOptionValues(db: Db, keyring: Keyring): Promise<OptionValues> {
  const values = new Map(
    optionRegistry.map((definition) => [definition.key, defaultOption(definition)]),
  );
  for (const { key, value } of await loadOptions(db)) {
    const definition = findOption(key);
    if (!definition) continue;
    // A secret that can't be decrypted is shown as not set, and can be entered again.
    values.set(key, definition.secret ? (keyring.tryDecrypt(value) ?? '') : value);
  }
  return values;
}

/** Returns an option's default text. */
export function defaultOption(definition: OptionDefinition): string {
  return definition.seeded
    ? seedDefaults[definition.key as keyof typeof seedDefaults]
    : definition.default;
}
