import { optionRegistry } from '@tollgate/contract';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { createKeyring, type Keyring, makeMasterKey, readMasterKey } from '../platform/keyring.ts';
import {
  listSealed,
  readKeyCheck,
  replaceKeyCheck,
  storeKeyCheck,
} from '../store/master-key-check-repository.ts';
import type { Store } from '../store/open-store.ts';

type KeyConfig = Pick<Config, 'MASTER_KEY' | 'DATA_DIR'>;

const CHECK_TEXT = 'tollgate master key';
/** One readable text proves a key; a row that was changed by hand disproves none. */
const SAMPLES = 20;
const SECRET_OPTIONS = optionRegistry.filter(({ secret }) => secret).map(({ key }) => key);

/**
 * The keyring of the master key that this database was sealed with. A key is made only where
 * nothing is sealed. Throws an Error that names the cause and the way out; then nothing is changed.
 */
export async function openKeyring(store: Store, config: KeyConfig): Promise<Keyring> {
  const key = readMasterKey(config.MASTER_KEY, config.DATA_DIR);
  const check = await readKeyCheck(store.db);
  const sealed =
    check === undefined ? await listSealed(store.db, SECRET_OPTIONS, SAMPLES) : [check];
  if (!key && sealed.length > 0) throw new Error(`${MISSING(config)}\n${wayOut(config)}`);
  const keyring = createKeyring(key ?? makeMasterKey(config.DATA_DIR));
  const reads = (text: string) => keyring.tryDecrypt(text) !== undefined;
  if (sealed.length > 0 && !sealed.some(reads))
    throw new Error(`${WRONG(config)}\n${wayOut(config)}`);
  if (check === undefined) await writeCheck(store, keyring, config);
  return keyring;
}

/** Of nodes that start together on an empty database, each with a key of its own, one goes on. */
async function writeCheck(store: Store, keyring: Keyring, config: KeyConfig): Promise<void> {
  await storeKeyCheck(store.db, keyring.encrypt(CHECK_TEXT));
  const stored = await readKeyCheck(store.db);
  if (stored !== undefined && keyring.tryDecrypt(stored) === undefined)
    throw new Error(`${WRONG(config)}\n${wayOut(config)}`);
}

/** Goes on with the present key, or a new one: what the lost key sealed stays unreadable. */
export async function acceptLostKey(store: Store, config: KeyConfig): Promise<void> {
  const key = readMasterKey(config.MASTER_KEY, config.DATA_DIR) ?? makeMasterKey(config.DATA_DIR);
  await replaceKeyCheck(store.db, createKeyring(key).encrypt(CHECK_TEXT));
}

const fileOf = ({ DATA_DIR }: KeyConfig) => join(DATA_DIR, 'master.key');
const MISSING = (config: KeyConfig) =>
  `The master key is missing: MASTER_KEY is not set and there is no ${fileOf(config)}, but this database holds keys and secrets that are sealed with one. No key was made.`;
const WRONG = (config: KeyConfig) =>
  `The master key (${config.MASTER_KEY ? 'MASTER_KEY' : fileOf(config)}) is not the one that this database was sealed with: no key and no secret in it can be read. Nothing was changed.`;
const wayOut = (config: KeyConfig) =>
  `Put the right key back, in MASTER_KEY or ${fileOf(config)}; nodes that share a database share the key. If it is lost for good, \`npm run recover -- --accept-lost-key\` goes on with another: upstream keys and secret options have to be entered again, and users have to make new keys.`;
