import { createHash, createHmac, sign } from 'node:crypto';
import type { SigningCrypto } from '@tollgate/dialects';

/** The hashes and signatures of Node for calls that providers want signed. */
export const signingCrypto: SigningCrypto = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
  signRs256: (privateKey, data) => sign('sha256', data, privateKey),
};
