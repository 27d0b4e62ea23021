import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Keyed hashes for lookups, and AES-256-GCM for secrets that must be shown or sent again. Both keys derive
 * from the master key; losing it loses every stored secret.
 */
export interface Keyring {
  /**
   * Returns a hex HMAC-SHA256 (64 characters). `purpose` separates domains, so that hashes are not
   * interchangeable.
   */
  hash(purpose: HashPurpose, text: string): string;
  /** Returns `v1.<iv>.<tag>.<ciphertext>` in base64url. The empty text stays empty. */
  encrypt(text: string): string;
  /** Decrypts; throws for a modified ciphertext or another master key. */
  decrypt(sealed: string): string;
  /** Decrypts; returns undefined instead of throwing, so that one bad row does not break a list. */
  tryDecrypt(sealed: string): string | undefined;
}

export type HashPurpose =
  | 'token'
  | 'session'
  | 'access-token'
  | 'channel-key'
  | 'configuration'
  | 'redemption'
  | 'registration-code'
  | 'team-invitation'
  | 'one-time-code'
  | 'oauth-state'
  | 'oauth-verifier'
  | 'oauth-nonce'
  | 'login-challenge'
  | 'known-device'
  | 'recovery-code'
  | 'passkey-user'
  | 'person'
  | 'task-notice'
  | 'cluster';

const TAG_BYTES = 16;

/**
 * Creates the keyring from 32 bytes. Hashes derive from `lookupKey`: the first master key, which survives a
 * rotation, since most hashed texts are not stored and cannot be hashed again (ADR 68).
 */
export function createKeyring(masterKey: Uint8Array, lookupKey: Uint8Array = masterKey): Keyring {
  // KeyObjects: with a key as bytes, Node takes four to five times as long per hash or text.
  const derive = (label: string, from = lookupKey) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', from, 'tollgate', label, 32)));
  const encryptionKey = derive('encryption v1', masterKey);
  const hashKeys = new Map<HashPurpose, KeyObject>();
  const hashKey = (purpose: HashPurpose) => {
    let key = hashKeys.get(purpose);
    if (!key) hashKeys.set(purpose, (key = derive(`hash ${purpose}`)));
    return key;
  };
  const keyring: Keyring = {
    hash: (purpose, text) => createHmac('sha256', hashKey(purpose)).update(text).digest('hex'),
    encrypt(text) {
      if (text === '') return '';
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', iv, cipher.getAuthTag(), sealed]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.');
    },
    decrypt(sealed) {
      if (sealed === '') return '';
      const [version, iv, tag, ciphertext] = sealed.split('.');
      if (version !== 'v1' || !iv || !tag || ciphertext === undefined)
        throw new Error('unknown form of a stored secret');
      const from = Buffer.from(iv, 'base64url');
      // Otherwise a tag of 4 bytes, which can be guessed, would be accepted.
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, from, options);
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return (
        decipher.update(Buffer.from(ciphertext, 'base64url'), undefined, 'utf8') +
        decipher.final('utf8')
      );
    },
    tryDecrypt(sealed) {
      try {
        return keyring.decrypt(sealed);
      } catch {
        return undefined;
      }
    },
  };
  return keyring;
}

/** Returns 16 hexadecimal characters that identify a master key without revealing it. */
export function fingerprintMasterKey(masterKey: Uint8Array): string {
  return createKeyring(masterKey).hash('cluster', 'backup').slice(0, 16);
}

/**
 * Returns MASTER_KEY, else the key stored in the data folder; undefined if there is neither. Throws an
 * OperatorError when the file holds no key or cannot be read.
 */
export function readMasterKey(configured: string | undefined, dataDir: string): Buffer | undefined {
  if (configured) return Buffer.from(configured, 'hex');
  const path = join(dataDir, 'master.key');
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new OperatorError('masterKey.unreadable', { path, reason: code ?? message });
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new OperatorError('masterKey.malformed', { path });
  return Buffer.from(text, 'hex');
}

/**
 * Stores a new key in the data folder (mode 0600), or returns the one that another process has just stored.
 */
export function makeMasterKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    const text = randomBytes(32).toString('hex');
    // Flushed to disk before anything is encrypted with it: a database survives a power failure.
    writeFileSync(join(dataDir, 'master.key'), text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readMasterKey(undefined, dataDir) as Buffer;
}
