import { randomBytes } from 'node:crypto';
import type { Domain } from '../domain.ts';
import { hashCode } from './hash-code.ts';

const CODE_BYTES = 16;

/** Creates a code as stored: 32 hexadecimal characters, encrypted and hashed. */
export function newCode(domain: Pick<Domain, 'keyring'>): { key_hash: string; key_cipher: string } {
  const code = randomBytes(CODE_BYTES).toString('hex');
  return { key_hash: hashCode(domain, code), key_cipher: domain.keyring.encrypt(code) };
}
