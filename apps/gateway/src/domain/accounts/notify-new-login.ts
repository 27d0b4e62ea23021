import { nowSeconds } from '../../platform/clock.ts';
import { hasSessionFrom } from '../../store/sessions-repository.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';

const DEVICE_LENGTH = 120;

/** Notifies a user of a login from an address or browser that none of the current sessions has. */
export async function notifyNewLogin(
  { store, options, clock }: Pick<Domain, 'store' | 'options' | 'clock'>,
  userId: number,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<void> {
  if (await hasSessionFrom(store.db, userId, { ip: address, userAgent: userAgent.slice(0, 200) }))
    return;
  await notify(store.db, options, {
    event: 'new_login',
    ownerId: userId,
    object: address,
    params: { ip: address, device: userAgent.slice(0, DEVICE_LENGTH) || '?' },
    at: nowSeconds(clock),
  });
}
