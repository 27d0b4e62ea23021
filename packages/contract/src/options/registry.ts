import type { z } from 'zod';
import { accountOptions } from './account-options.ts';
import type { OptionDefinition } from './definition.ts';
import { gatewayOptions } from './gateway-options.ts';
import { paymentOptions } from './payment-options.ts';
import { payloadOptions } from './payload-options.ts';
import { siteOptions } from './site-options.ts';
import { traceOptions } from './trace-options.ts';

const options = [
  ...siteOptions,
  ...accountOptions,
  ...paymentOptions,
  ...gatewayOptions,
  ...traceOptions,
  ...payloadOptions,
];

/** All options. Unknown keys are refused; forms, status and validation derive from this list. */
export const optionRegistry: readonly OptionDefinition[] = options;

type AnyOption = (typeof options)[number];

type OptionValues = { [Option in AnyOption as Option['key']]: ReturnType<Option['parse']> };

/** The key of an option; other strings do not compile. */
export type OptionKey = keyof OptionValues;
/** The typed value of an option: `OptionValue<'Price'>` is a number. */
export type OptionValue<Key extends OptionKey> = OptionValues[Key];

type PublicOption<Option> =
  Option extends OptionDefinition<string, infer Value, infer Status>
    ? string extends Status
      ? never
      : { name: Status; value: Value }
    : never;
type PublicOptions = PublicOption<AnyOption>;

/** The members of GET /api/status that expose an option, by wire name. */
export type StatusOptions = { [Option in PublicOptions as Option['name']]: Option['value'] };

/** The schema of those members. */
export const statusOptions = Object.fromEntries(
  options.flatMap(({ status, schema }) => (status === undefined ? [] : [[status, schema]])),
) as { [Name in keyof StatusOptions]: z.ZodType<StatusOptions[Name]> };

/** Returns those members, each with its option's value. */
export function readStatusOptions(read: (key: OptionKey) => unknown): StatusOptions {
  return Object.fromEntries(
    options.flatMap(({ key, status }) => (status === undefined ? [] : [[status, read(key)]])),
  ) as StatusOptions;
}

const byKey = new Map(optionRegistry.map((definition) => [definition.key, definition]));

/** Returns the definition of a key, or undefined for an unknown one. Keys are case-sensitive. */
export function findOption(key: string): OptionDefinition | undefined {
  return byKey.get(key);
}
