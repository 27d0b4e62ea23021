import { nowSeconds } from '../../platform/clock.ts';
import { listSubscribers } from '../../store/notification-targets-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';
import { notify } from './notify.ts';

const AT_ONCE = 200;
const TEXT_MAX = 1500;

/** Notifies every subscriber of an announcement, in the transaction that stores it. */
export async function announce(
  trx: StoreTransaction,
  { options, clock }: Pick<Domain, 'options' | 'clock'>,
  text: string,
): Promise<void> {
  const at = nowSeconds(clock);
  const params = { text: toPlainText(text).slice(0, TEXT_MAX) };
  let after = 0;
  for (;;) {
    const users = await listSubscribers(trx, 'announcement', { after, limit: AT_ONCE });
    for (const ownerId of users)
      await notify(trx, options, { event: 'announcement', ownerId, object: at, params, at });
    after = users.at(-1) ?? 0;
    if (users.length < AT_ONCE) return;
  }
}

/** Announcements may be HTML. */
const toPlainText = (text: string) => text.replace(/<[^<>]*>/g, '').trim();
