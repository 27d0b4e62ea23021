import { FACTORY_PASSWORD, ROLE_ROOT } from '@tollgate/contract';
import { countUsers, findUserByUsername } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { addUser } from './users.ts';
import { AppError } from '../../platform/app-error.ts';

type FirstBootContext = Pick<
  Domain,
  'config' | 'clock' | 'log' | 'store' | 'wallet' | 'hashPassword'
>;

const ROOT_NAME = 'root';
const ROOT_QUOTA = 100_000_000;

/**
 * Creates the first super admin in an empty database, with INITIAL_ROOT_PASSWORD or the factory password. Two
 * nodes may start concurrently: the name is unique, and the gift has its own idempotency key. Returns true if
 * this start created it; warns at every start while the factory password is in use.
 */
export async function ensureFirstUser(domain: FirstBootContext): Promise<boolean> {
  const isCreated = (await countUsers(domain.store.db)) === 0 && (await addRoot(domain));
  const root = await findUserByUsername(domain.store.db, ROOT_NAME);
  if (root && isCreated) {
    await domain.wallet.adjustUser({
      userId: root.id,
      delta: ROOT_QUOTA,
      kind: 'gift',
      reason: 'first start',
      actorId: 0,
      idempotencyKey: `first-boot:${root.id}`,
    });
  }
  if (root?.factory_password === 1) {
    domain.log.warn('the super admin still has the default password: log in as root and change it');
  }
  return isCreated;
}

async function addRoot(domain: FirstBootContext): Promise<boolean> {
  const configured = domain.config.INITIAL_ROOT_PASSWORD;
  try {
    await addUser(domain, {
      username: ROOT_NAME,
      display_name: 'Root',
      password_hash: await domain.hashPassword(configured ?? FACTORY_PASSWORD),
      role: ROLE_ROOT,
      factoryPassword: configured === undefined || configured === FACTORY_PASSWORD,
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'username_taken') return false;
    throw error;
  }
}
