import type { ManagedKey } from '@tollgate/contract';
import { listApiKeys } from '../../store/api-keys-repository.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { Domain } from '../domain.ts';
import { apiKeyStatus } from './api-key-administration.ts';
import { revealSecret } from './reveal-secret.ts';

const TAIL_LENGTH = 4;

/**
 * Returns one page of a user's keys for administrators, newest first: enough to tell them apart, but never
 * the key itself.
 */
export async function listKeysOfUser(
  { store, wallet, clock, keyring }: Pick<Domain, 'store' | 'wallet' | 'clock' | 'keyring'>,
  userId: number,
  { page, pageSize }: { page: number; pageSize: number },
) {
  await wallet.flush();
  const now = nowSeconds(clock);
  const keyPage = await listApiKeys(store.db, { userId, now }, { page, pageSize });
  const items = keyPage.items.map((row): ManagedKey => ({
    id: row.id,
    name: row.name,
    tail: revealSecret({ keyring }, row).key.slice(-TAIL_LENGTH),
    status: apiKeyStatus(row, now),
    unlimited_quota: row.unlimited_quota === 1,
    remain_quota: row.remain_quota,
    used_quota: row.used_quota,
    created_time: row.created_time,
    accessed_time: row.accessed_time,
    accessed_ip: row.accessed_ip,
    payload_log: row.payload_log === 1,
  }));
  return { items, page: keyPage.page, page_size: keyPage.pageSize, total: keyPage.total };
}
