import type { Keyring } from '../../platform/keyring.ts';

/** A stored key or code as it is listed: a row that can't be read is marked and stands in no other's way. */
export function revealSecret(
  { keyring }: { keyring: Keyring },
  { key_cipher: sealed }: { key_cipher: string },
): { key: string; key_unreadable: boolean } {
  const key = keyring.tryDecrypt(sealed);
  return { key: key ?? '', key_unreadable: key === undefined };
}
