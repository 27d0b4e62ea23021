import type { Keyring } from '../../platform/keyring.ts';

/**
 * Decrypts a stored key or code for a list. One that can't be decrypted is marked and does not affect the
 * others.
 */
export function revealSecret(
  { keyring }: { keyring: Keyring },
  { key_cipher: sealed }: { key_cipher: string },
): { key: string; key_unreadable: boolean } {
  const key = keyring.tryDecrypt(sealed);
  return { key: key ?? '', key_unreadable: key === undefined };
}
