import { optionRegistry } from '@tollgate/contract';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { createKeyring, type Keyring, makeMasterKey, readMasterKey } from '../platform/keyring.ts';
import { adoptNextMasterKey, readNextMasterKey } from '../platform/next-master-key.ts';
import {
  type KeyCheck,
  listSealed,
  readKeyCheck,
  replaceKeyCheck,
  storeKeyCheck,
} from '../store/master-key-check-repository.ts';
import type { Store } from '../store/open-store.ts';
import { OperatorError } from '../platform/operator-error.ts';

type KeyConfig = Pick<Config, 'MASTER_KEY' | 'DATA_DIR'>;

/** Stored encrypted in the database to recognize the right key. */
export const CHECK_TEXT = 'tollgate master key';
/**
 * Number of encrypted values that are tried: one that decrypts proves the key, while a manually changed row
 * does not disprove it.
 */
const SAMPLES = 20;
/** Options whose values are encrypted. */
export const SECRET_OPTIONS = optionRegistry.filter(({ secret }) => secret).map(({ key }) => key);

/**
 * Opens the keyring of the master key that this database was encrypted with. Generates a key only if nothing
 * is encrypted yet. Throws an OperatorError that names the cause and the remedy; then nothing is changed.
 */
export async function openKeyring(store: Store, config: KeyConfig): Promise<Keyring> {
  const check = await readKeyCheck(store.db);
  if (check) finishRotation(check, config);
  const key = readMasterKey(config.MASTER_KEY, config.DATA_DIR);
  const sealed =
    check === undefined ? await listSealed(store.db, SECRET_OPTIONS, SAMPLES) : [check.sealed];
  if (!key && sealed.length > 0) throw keyError('missing', config);
  const keyring = unlockKeyring(key ?? makeMasterKey(config.DATA_DIR), check);
  const reads = (text: string) => keyring.tryDecrypt(text) !== undefined;
  if (sealed.length > 0 && !sealed.some(reads)) throw keyError('wrong', config);
  if (check === undefined) await writeCheck(store, keyring, config);
  return keyring;
}

/**
 * Throws an OperatorError if the master key was rotated since the keyring was opened, as during this node's
 * startup.
 */
export async function confirmKeyring(store: Store, keyring: Keyring): Promise<void> {
  const check = await readKeyCheck(store.db);
  if (check && keyring.tryDecrypt(check.sealed) === undefined)
    throw new OperatorError('masterKey.rotatedMeanwhile');
}

/**
 * Returns the keyring of a key that may be wrong: its hashes are right only if it decrypts the stored lookup
 * key.
 */
function unlockKeyring(key: Uint8Array, check: KeyCheck | undefined): Keyring {
  const plain = createKeyring(key);
  const lookupKey = check && plain.tryDecrypt(check.lookupKey);
  return lookupKey ? createKeyring(key, Buffer.from(lookupKey, 'hex')) : plain;
}

/**
 * Completes a rotation that was interrupted after everything was re-encrypted: its key replaces the previous
 * one.
 */
function finishRotation({ sealed }: KeyCheck, { MASTER_KEY, DATA_DIR }: KeyConfig): void {
  const next = MASTER_KEY ? undefined : readNextMasterKey(DATA_DIR);
  if (next && createKeyring(next).tryDecrypt(sealed) !== undefined) adoptNextMasterKey(DATA_DIR);
}

/**
 * Stores the key check. Of several nodes that start on an empty database with different keys, only one
 * continues.
 */
async function writeCheck(store: Store, keyring: Keyring, config: KeyConfig): Promise<void> {
  await storeKeyCheck(store.db, keyring.encrypt(CHECK_TEXT));
  const stored = await readKeyCheck(store.db);
  if (stored !== undefined && keyring.tryDecrypt(stored.sealed) === undefined)
    throw keyError('wrong', config);
}

/** Continues with the existing key or a new one: what the lost key encrypted stays unreadable. */
export async function acceptLostKey(store: Store, config: KeyConfig): Promise<void> {
  const key = readMasterKey(config.MASTER_KEY, config.DATA_DIR) ?? makeMasterKey(config.DATA_DIR);
  const sealed = createKeyring(key).encrypt(CHECK_TEXT);
  await replaceKeyCheck(store.db, { sealed, lookupKey: '' });
}

function keyError(fault: 'missing' | 'wrong', { MASTER_KEY, DATA_DIR }: KeyConfig): OperatorError {
  const file = join(DATA_DIR, 'master.key');
  return new OperatorError(`masterKey.${fault}`, {
    file,
    source: MASTER_KEY ? 'MASTER_KEY' : file,
  });
}
