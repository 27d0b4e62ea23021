import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);
/** More than two bodies of maximum size can amount to as JSON. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024;

/** What an encrypted payload is bound to, so that it can't be passed off as another call's or user's. */
export interface PayloadOwner {
  readonly callId: string;
  readonly userId: number;
}

/**
 * Encrypts a payload to `<iv>.<tag>.<ciphertext>` in base64url: compressed, then AES-256-GCM with a payload
 * key.
 */
export async function sealPayload(
  key: Uint8Array,
  text: string,
  owner: PayloadOwner,
): Promise<string> {
  const packed = await compress(Buffer.from(text));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(owner));
  const sealed = Buffer.concat([cipher.update(packed), cipher.final()]);
  return [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/** Decrypts a payload; rejects if it was changed, or encrypted for another call or with another key. */
export async function openPayload(
  key: Uint8Array,
  sealed: string,
  owner: PayloadOwner,
): Promise<string> {
  const [iv, tag, packed] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!iv || tag?.length !== 16 || !packed) throw new Error('unknown form of a sealed payload');
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(boundTo(owner));
  decipher.setAuthTag(tag);
  const plain = Buffer.concat([decipher.update(packed), decipher.final()]);
  return (await decompress(plain, { maxOutputLength: TEXT_BYTES_MAX })).toString('utf8');
}

const boundTo = ({ callId, userId }: PayloadOwner) =>
  Buffer.from(`payload v1\n${userId}\n${callId}`);
