import {
  type ConfiguredOption,
  findOption,
  type OptionDefinition,
  optionRegistry,
  type WantedConfiguration,
} from '@tollgate/contract';
import { parseJson } from '../../platform/parse-json.ts';
import type { OptionChange } from '../options/option-change.ts';
import { defaultOption, type OptionValues } from '../options/option-values.ts';
import { canonicalJson } from './canonical-json.ts';
import { sectionOf } from './configured-sections.ts';

type Value = ConfiguredOption['value'];

/** Returns an option's value in its file format. */
export function describeOption({ kind }: OptionDefinition, text: string): Value {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'integer' || kind === 'decimal') return Number(text);
  if (kind === 'list') return text.split(',').filter((word) => word !== '');
  return kind === 'json' ? ((parseJson(text) ?? text) as Value) : text;
}

/** Returns whether two texts of an option are equivalent. */
export function isSameOption(definition: OptionDefinition, left: string, right: string): boolean {
  const canonical = (text: string) => canonicalJson(describeOption(definition, text));
  return left === right || canonical(left) === canonical(right);
}

/**
 * Returns the option changes that a configuration requests; values equivalent to the stored text keep its
 * wording. Options owned by `prune` but not named are reset to their defaults.
 */
export function readWantedOptions(
  { options, prune }: Pick<WantedConfiguration, 'options' | 'prune'>,
  stored: OptionValues,
): OptionChange[] {
  const namedKeys = new Set(options.map(({ key }) => key));
  const others = optionRegistry.filter(
    ({ key }) => !namedKeys.has(key) && prune.includes(sectionOf(key) ?? 'options'),
  );
  return [
    ...options.map(({ key, value }) => {
      const text = writeOption(key, value, stored.get(key));
      return { key, value: text, clears: text === '' };
    }),
    ...others
      .filter(
        (definition) =>
          !isSameOption(definition, stored.get(definition.key) ?? '', defaultOption(definition)),
      )
      .map((definition) => ({
        key: definition.key,
        value: defaultOption(definition),
        clears: true,
      })),
  ];
}

function writeOption(key: string, value: Value, stored: string | undefined): string {
  const definition = findOption(key);
  const text = toText(definition, value);
  const checked = definition?.check(text);
  return definition &&
    checked?.ok &&
    stored !== undefined &&
    isSameOption(definition, checked.value, stored)
    ? stored
    : text;
}

function toText(definition: OptionDefinition | undefined, value: Value): string {
  if (typeof value !== 'object') return String(value);
  if (definition?.kind === 'list' && Array.isArray(value)) return value.map(String).join(',');
  return JSON.stringify(value, null, 2);
}
