import type { Domain } from '../src/domain/domain.ts';

/** Returns a user's balance and what they have used, once all charges are booked. */
export async function readAccount(
  { wallet, store }: Pick<Domain, 'wallet' | 'store'>,
  userId: number,
): Promise<{ quota: number; used: number }> {
  await wallet.flush();
  const row = await store.db
    .selectFrom('users')
    .select(['quota', 'used_quota as used'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { quota: Number(row.quota), used: Number(row.used) };
}
