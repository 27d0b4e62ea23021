import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';

/**
 * Tells a user that the password is another one, in the transaction that changes it. `ip` is from where, or
 * a reason that the reader gets in words.
 */
export async function tellOfNewPassword(
  trx: StoreTransaction,
  { options, clock }: Pick<Domain, 'options' | 'clock'>,
  { userId, ip }: { userId: number; ip: string },
): Promise<void> {
  const at = nowSeconds(clock);
  const params = { ip };
  await notify(trx, options, {
    event: 'password_changed',
    ownerId: userId,
    object: at,
    params,
    at,
  });
}
