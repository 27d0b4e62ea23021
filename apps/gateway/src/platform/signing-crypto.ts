import { createHmac, createSecretKey, hash, sign } from 'node:crypto';
import type { SigningCrypto } from '@tollgate/dialects';

/**
 * Node's hashes and signatures for calls that providers require to be signed. Uses KeyObjects: with raw bytes
 * an HMAC takes five times as long, and AWS requires five per call.
 */
export const signingCrypto: SigningCrypto = {
  sha256: (data) => hash('sha256', data, 'buffer'),
  hmacSha256: (key, data) => createHmac('sha256', createSecretKey(key)).update(data).digest(),
  signRs256: (privateKey, data) => sign('sha256', data, privateKey),
};
