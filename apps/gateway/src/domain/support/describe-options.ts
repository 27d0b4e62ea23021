import { optionRegistry } from '@tollgate/contract';
import type { OptionValues } from '../options/option-values.ts';
import { hideSecrets } from './hide-secrets.ts';

/** Notices and price tables are long, and rarely the problem. */
const LENGTH_MAX = 2000;

/**
 * Returns every option that differs from its default, without secrets, credentials in URLs and email
 * addresses.
 */
export function describeOptions(values: OptionValues): Record<string, string> {
  return Object.fromEntries(
    optionRegistry.flatMap(({ key, secret, default: preset }) => {
      const value = values.get(key) ?? '';
      if (value === preset) return [];
      return [[key, secret ? 'set' : shorten(hideInOption(value))]];
    }),
  );
}

/** Returns the values of secret options. */
export function secretsOfOptions(values: OptionValues): string[] {
  return optionRegistry.flatMap(({ key, secret }) => (secret ? [values.get(key) ?? ''] : []));
}

/** Masks an option; one in JSON also by the names of its members. */
function hideInOption(value: string): string {
  if (!/^\s*[[{]/.test(value)) return hideSecrets(value) as string;
  try {
    return JSON.stringify(hideSecrets(JSON.parse(value)));
  } catch {
    return hideSecrets(value) as string;
  }
}

const shorten = (text: string) =>
  text.length > LENGTH_MAX
    ? `${text.slice(0, LENGTH_MAX)}… (${text.length} characters in all)`
    : text;
