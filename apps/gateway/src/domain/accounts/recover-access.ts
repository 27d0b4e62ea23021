import { ROLE_ROOT, USER_ENABLED } from '@tollgate/contract';
import { noteAudited, runAudited, withAuditedTransactions } from '../audit/audit-scope.ts';
import { createLocalBus } from '../../platform/bus.ts';
import { nowSeconds, systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { randomAlphanumeric } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { requireDatabase } from '../../store/require-database.ts';
import { deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import { findFirstUserOfRole, updateUser } from '../../store/users-repository.ts';
import { openChangeFeed } from '../change-feed.ts';
import { acceptLostKey, openKeyring } from '../open-keyring.ts';
import { openOptions } from '../options/options.ts';
import { auditedUser } from './audited-user.ts';
import { removeFactors } from '../second-factors/factors.ts';
import { passwordChanges } from './password-changes.ts';
import { OperatorError } from '../../platform/operator-error.ts';

const PASSWORD_LENGTH = 16;

/** Options that can keep a person with the right password out of the console. */
const LOGIN_OPTIONS = [
  { key: 'PasswordLoginEnabled', value: 'true' },
  { key: 'TurnstileCheckEnabled', value: 'false' },
  { key: 'AdminSecondFactorRequired', value: 'false' },
];

/**
 * Lets a locked-out operator in again: gives the first super admin a new password, enables it, ends its
 * sessions and access token, removes its second factors, enables password login, and disables human
 * verification and the second-factor requirement. A gateway that is running picks this up within a second.
 * Returns the new login. Throws if the configuration leads to no database with a super admin, or to a master
 * key that is not the database's; then nothing is changed or created. With `acceptsLostKey` the existing key,
 * or a new one, replaces a lost key.
 */
export async function recoverAccess(
  config: Config,
  { acceptsLostKey = false }: { acceptsLostKey?: boolean } = {},
): Promise<{ username: string; password: string }> {
  requireDatabase(config);
  const store = await openStore({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR });
  try {
    if (acceptsLostKey) await acceptLostKey(store, config);
    return await restoreLogin(withAuditedTransactions(store), config);
  } finally {
    await store.close();
  }
}

async function restoreLogin(store: Store, config: Config) {
  const root = await findFirstUserOfRole(store.db, ROLE_ROOT);
  if (!root) throw new OperatorError('data.noSuperAdmin');
  const keyring = await openKeyring(store, config);
  const bus = createLocalBus(() => {});
  const changes = await openChangeFeed(store, bus, systemClock);
  const options = await openOptions({ store, keyring, bus, changes, clock: systemClock });
  const password = randomAlphanumeric(PASSWORD_LENGTH);
  const hash = await hashPassword(password);
  const actor = { id: 0, username: 'recover', role: ROLE_ROOT };
  const action = {
    actor,
    ip: '',
    credential: 'command' as const,
    action: 'recoverAccess',
    subject: 'user',
    requestId: '',
    at: nowSeconds(systemClock),
    asked: { id: root.id, name: root.username },
  };
  await runAudited(store.db, action, async () => {
    await options.write(LOGIN_OPTIONS, actor);
    await changes.commit({ topic: 'user', id: root.id }, async (trx) => {
      await updateUser(trx, root.id, { status: USER_ENABLED, ...passwordChanges(hash) });
      await removeFactors(trx, root.id);
      await deleteSessionsOfUser(trx, root.id);
      noteAudited(auditedUser(root, { ...root, status: USER_ENABLED, ...passwordChanges(hash) }));
    });
  });
  await bus.close();
  return { username: root.username, password };
}
