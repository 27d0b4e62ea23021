import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';

/**
 * Notifies a user of a changed password, in the transaction that changes it. `ip` is where it was changed
 * from, or a reason code that is shown as text.
 */
export async function notifyPasswordChanged(
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
