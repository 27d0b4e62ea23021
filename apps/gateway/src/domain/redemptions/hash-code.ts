import type { Domain } from '../domain.ts';

/** Returns the hash by which a typed code is found, ignoring surrounding spaces and letter case. */
export function hashCode({ keyring }: Pick<Domain, 'keyring'>, code: string): string {
  return keyring.hash('redemption', code.trim().toLowerCase());
}
