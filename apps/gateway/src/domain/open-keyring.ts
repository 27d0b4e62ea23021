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

/** Sealed in the database, so that it tells the right key. */
export const CHECK_TEXT = 'tollgate master key';
/** One readable text proves a key; a row that was changed by hand disproves none. */
const SAMPLES = 20;
/** Options whose values are sealed. */
export const SECRET_OPTIONS = optionRegistry.filter(({ secret }) => secret).map(({ key }) => key);

/**
 * The keyring of the master key that this database was sealed with. A key is made only where
 * nothing is sealed. Throws an OperatorError that names the cause and the way out; then nothing is changed.
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

/** Throws where the master key was rotated since the keyring was opened: a node that starts meanwhile. */
export async function confirmKeyring(store: Store, keyring: Keyring): Promise<void> {
  const check = await readKeyCheck(store.db);
  if (check && keyring.tryDecrypt(check.sealed) === undefined)
    throw new OperatorError('masterKey.rotatedMeanwhile');
}

/** The keyring of a key that may be the wrong one: its hashes are right only where it opens what is sealed. */
function unlockKeyring(key: Uint8Array, check: KeyCheck | undefined): Keyring {
  const plain = createKeyring(key);
  const lookupKey = check && plain.tryDecrypt(check.lookupKey);
  return lookupKey ? createKeyring(key, Buffer.from(lookupKey, 'hex')) : plain;
}

/** After a rotation that broke off when everything was sealed: its key takes the place of the one before. */
function finishRotation({ sealed }: KeyCheck, { MASTER_KEY, DATA_DIR }: KeyConfig): void {
  const next = MASTER_KEY ? undefined : readNextMasterKey(DATA_DIR);
  if (next && createKeyring(next).tryDecrypt(sealed) !== undefined) adoptNextMasterKey(DATA_DIR);
}

/** Of nodes that start together on an empty database, each with a key of its own, one goes on. */
async function writeCheck(store: Store, keyring: Keyring, config: KeyConfig): Promise<void> {
  await storeKeyCheck(store.db, keyring.encrypt(CHECK_TEXT));
  const stored = await readKeyCheck(store.db);
  if (stored !== undefined && keyring.tryDecrypt(stored.sealed) === undefined)
    throw keyError('wrong', config);
}

/** Goes on with the present key, or a new one: what the lost key sealed stays unreadable. */
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
