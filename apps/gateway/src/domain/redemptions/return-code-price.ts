import type { StoreTransaction } from '../../store/open-store.ts';
import type { RedemptionRow } from '../../store/redemptions-repository.ts';
import { creditUser } from '../wallet/credit-user.ts';

/** Refunds a code's price to the agent who bought it, once, in the transaction that voids it. */
export async function returnCodePrice(
  trx: StoreTransaction,
  { id, seller_id: userId, price, name }: RedemptionRow,
  { actorId, at }: { actorId: number; at: number },
): Promise<void> {
  if (userId === 0 || price === 0) return;
  await creditUser(trx, {
    userId,
    delta: price,
    kind: 'codes-returned',
    reason: name,
    actorId,
    reference: String(id),
    idempotencyKey: `codes-returned:${id}`,
    createdAt: at,
  });
}
