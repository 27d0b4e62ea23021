import { accountOptions } from './account-options.ts';
import type { OptionDefinition } from './definition.ts';
import { gatewayOptions } from './gateway-options.ts';
import { paymentOptions } from './payment-options.ts';
import { siteOptions } from './site-options.ts';

/** Every option there is. Unknown keys are refused; forms, status and validation derive from this list. */
export const optionRegistry: readonly OptionDefinition[] = [
  ...siteOptions,
  ...accountOptions,
  ...paymentOptions,
  ...gatewayOptions,
];

const byKey = new Map(optionRegistry.map((definition) => [definition.key, definition]));

/** The definition of a key, or undefined for an unknown one. Keys are case-sensitive. */
export function findOption(key: string): OptionDefinition | undefined {
  return byKey.get(key);
}
