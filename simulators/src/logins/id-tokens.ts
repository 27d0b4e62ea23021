import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';

/** Defects of the next ID tokens. */
export interface TokenForgery {
  /** Overrides claims; undefined removes one. */
  claims?: Record<string, unknown>;
  /**
   * `none`: no signature. `HS256`: signed with the public key. `secret`: with the client's secret.
   * `stranger`: with an unpublished key.
   */
  signature?: 'none' | 'HS256' | 'secret' | 'stranger';
  /** The `iss` that the browser brings back; empty for none. */
  sender?: string;
  /** Claims of the user endpoint. */
  user?: Record<string, unknown>;
}

export interface SigningKey {
  publicKey: KeyObject;
  privateKey: KeyObject;
  kid: string;
}

/** Pairs that no site uses any longer: making one takes a tenth of a second of CPU. */
const idle: Pick<SigningKey, 'publicKey' | 'privateKey'>[] = [];

/** Returns a key under a new ID, whose pair no other has until it is released. */
export function newSigningKey(): SigningKey {
  const pair = idle.pop() ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...pair, kid: randomUUID() };
}

/** Lets another site use the pair of a key. */
export function releaseSigningKey({ publicKey, privateKey }: SigningKey): void {
  idle.push({ publicKey, privateKey });
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a signed ID token (RS256), or a forged one. */
export function signIdToken(
  claims: Record<string, unknown>,
  { key, secret, signature }: { key: SigningKey; secret: string } & TokenForgery,
): string {
  const isMac = signature === 'HS256' || signature === 'secret';
  const alg = signature === 'none' ? 'none' : isMac ? 'HS256' : 'RS256';
  const text = `${encode({ alg, kid: key.kid, typ: 'JWT' })}.${encode(claims)}`;
  if (signature === 'none') return `${text}.`;
  if (isMac) {
    const published = String(key.publicKey.export({ type: 'spki', format: 'pem' }));
    const mac = createHmac('sha256', signature === 'secret' ? secret : published);
    return `${text}.${mac.update(text).digest('base64url')}`;
  }
  const signer = signature === 'stranger' ? newSigningKey() : key;
  if (signer !== key) releaseSigningKey(signer);
  return `${text}.${sign('sha256', Buffer.from(text), signer.privateKey).toString('base64url')}`;
}
