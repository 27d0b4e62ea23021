import { optionRegistry } from './registry.ts';

export interface OptionsInChange {
  /** The values of options before and after the change. */
  before: (key: string) => string;
  after: (key: string) => string;
  /** Whether a secret has a stored value, and whether it was entered with this change. */
  isStored: (key: string) => boolean;
  isTyped: (key: string) => boolean;
}

/**
 * Returns the stored secrets that a change would send to a new destination without having been entered again.
 * Clearing an address does not count as a new destination.
 */
export function secretsToReenter({ before, after, isStored, isTyped }: OptionsInChange): string[] {
  return optionRegistry.flatMap(({ key, sentTo = [] }) => {
    const [address] = sentTo;
    if (address === undefined || after(address) === '') return [];
    if (!isStored(key) || isTyped(key)) return [];
    return sentTo.some((option) => after(option) !== before(option)) ? [key] : [];
  });
}
