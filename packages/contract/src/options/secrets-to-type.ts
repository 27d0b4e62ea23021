import { optionRegistry } from './registry.ts';

export interface OptionsInChange {
  /** The value of an option before and after the change. */
  before: (key: string) => string;
  after: (key: string) => string;
  /** Whether a secret has a stored value, and whether somebody has typed one. */
  isStored: (key: string) => boolean;
  isTyped: (key: string) => boolean;
}

/**
 * The stored secrets that a change would send to a new place without their having been typed again.
 * An address that is taken away is no new place.
 */
export function secretsToType({ before, after, isStored, isTyped }: OptionsInChange): string[] {
  return optionRegistry.flatMap(({ key, sentTo = [] }) => {
    const [address] = sentTo;
    if (address === undefined || after(address) === '') return [];
    if (!isStored(key) || isTyped(key)) return [];
    return sentTo.some((place) => after(place) !== before(place)) ? [key] : [];
  });
}
