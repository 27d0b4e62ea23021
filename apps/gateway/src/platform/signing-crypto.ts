import { createHmac, createSecretKey, hash, sign } from 'node:crypto';
import type { SigningCrypto } from '@tollgate/dialects';

/**
 * The hashes and signatures of Node for calls that providers want signed. The quick forms of them: a key
 * that is no object costs an HMAC five times its time, and AWS wants five a call.
 */
export const signingCrypto: SigningCrypto = {
  sha256: (data) => hash('sha256', data, 'buffer'),
  hmacSha256: (key, data) => createHmac('sha256', createSecretKey(key)).update(data).digest(),
  signRs256: (privateKey, data) => sign('sha256', data, privateKey),
};
