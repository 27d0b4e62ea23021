import type { Domain } from '../domain.ts';

/** What a code is found by, as somebody typed it: spaces around it and letter case don't count. */
export function hashCode({ keyring }: Pick<Domain, 'keyring'>, code: string): string {
  return keyring.hash('redemption', code.trim().toLowerCase());
}
