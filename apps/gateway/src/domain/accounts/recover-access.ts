import { ROLE_ROOT, USER_ENABLED } from '@tollgate/contract';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalBus } from '../../platform/bus.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { randomAlphanumeric } from '../../platform/ids.ts';
import { createKeyring, loadMasterKey } from '../../platform/keyring.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import { findFirstUserOfRole, updateUser } from '../../store/users-repository.ts';
import { openChangeFeed } from '../change-feed.ts';
import { openOptions } from '../options/options.ts';

const PASSWORD_LENGTH = 16;

/** What can stand between a person who has the right password and the console. */
const DOORS = [
  { key: 'PasswordLoginEnabled', value: 'true' },
  { key: 'TurnstileCheckEnabled', value: 'false' },
];

/**
 * For the operator whom nothing lets in any more: gives the first super admin a new password, enables
 * it, ends its sessions, and switches login by password on and human verification off. A gateway that
 * runs meanwhile hears of it within a second. Answers what to log in with. Throws where the
 * configuration leads to no database with a super admin; then nothing is changed or made.
 */
export async function recoverAccess(
  config: Config,
): Promise<{ username: string; password: string }> {
  const missing = (name: string) => !existsSync(join(config.DATA_DIR, name));
  if (!config.DATABASE_URL && missing('tollgate.db'))
    throw new Error(`There is no database in ${config.DATA_DIR}: set DATA_DIR or DATABASE_URL.`);
  if (!config.MASTER_KEY && missing('master.key'))
    throw new Error(`There is no master.key in ${config.DATA_DIR}: set DATA_DIR or MASTER_KEY.`);
  const store = await openStore({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR });
  try {
    return await openDoors(store, config);
  } finally {
    await store.close();
  }
}

async function openDoors(store: Store, config: Config) {
  const root = await findFirstUserOfRole(store.db, ROLE_ROOT);
  if (!root) throw new Error('The database has no super admin: start the gateway once.');
  const keyring = createKeyring(loadMasterKey(config.MASTER_KEY, config.DATA_DIR));
  const bus = createLocalBus(() => {});
  const changes = await openChangeFeed(store, bus);
  const options = await openOptions({ store, keyring, bus, changes, clock: systemClock });
  const password = randomAlphanumeric(PASSWORD_LENGTH);
  const hash = await hashPassword(password);
  await options.write(DOORS, { id: 0, username: 'recover', role: ROLE_ROOT });
  await changes.commit({ topic: 'user', id: root.id }, async (trx) => {
    const opened = { status: USER_ENABLED, password_hash: hash, factory_password: 0 };
    await updateUser(trx, root.id, opened);
    await deleteSessionsOfUser(trx, root.id);
  });
  await bus.close();
  return { username: root.username, password };
}
