import { TOKEN_ENABLED } from '@tollgate/contract';
import {
  disableKey,
  findImportedKeys,
  findOwnerOfActiveKey,
  listMapped,
  renewKeyState,
} from '../../store/imports-repository.ts';
import { renewImportedKeys } from '../wallet/store/renew-imported-balances.ts';
import { type ImportRun, mapScopeOf } from './import-run.ts';
import type { ImportedKey } from './map-key.ts';

/**
 * Updates keys that changed since an earlier run (quota, status, expiry, deletion) if their owner's balance
 * has not been used here yet.
 */
export async function renewKeys(
  run: ImportRun,
  keys: readonly ImportedKey[],
  known: ReadonlyMap<number, number>,
): Promise<void> {
  const { store } = run.target;
  const rows = await findImportedKeys(store.db, [...known.values()]);
  const changed = keys.flatMap((key) => {
    const row = rows.get(known.get(key.sourceId) ?? 0);
    const ownerId = run.users.get(key.ownerSourceId) ?? 0;
    if (!row || !run.untouched.has(ownerId)) return [];
    const sourceDeletedAt = key.deletedAt === 0 ? run.now : key.deletedAt;
    const next = {
      remain_quota: key.remainQuota,
      used_quota: key.usedQuota,
      // What was disabled or deleted here stays so.
      status: row.status === TOKEN_ENABLED ? key.status : row.status,
      expired_time: key.expiresAt,
      deleted_at: row.deleted_at ?? sourceDeletedAt,
    };
    const isSame = Object.entries(next).every(([name, value]) => row[name as 'status'] === value);
    return isSame ? [] : [{ id: row.id, ...next }];
  });
  run.counts.keys.renewed += changed.length;
  if (run.dryRun || changed.length === 0) return;
  await store.transaction(async (trx) => {
    await renewImportedKeys(
      trx,
      changed.map(({ id, remain_quota: remainQuota, used_quota: usedQuota }) => ({
        id,
        remainQuota,
        usedQuota,
      })),
    );
    for (const { id, status, expired_time, deleted_at } of changed)
      await renewKeyState(trx, id, { status, expired_time, deleted_at });
  });
}

/** Disables keys that are no longer in the source, if their owner's balance has not been used here. */
export async function disableLostKeys(
  run: ImportRun,
  sourceIds: ReadonlySet<number>,
): Promise<void> {
  const { db } = run.target.store;
  const known = await listMapped(db, mapScopeOf(run, 'key'));
  for (const [sourceId, id] of known) {
    if (sourceIds.has(sourceId)) continue;
    const ownerId = await findOwnerOfActiveKey(db, id);
    if (ownerId === undefined || !run.untouched.has(ownerId)) continue;
    run.counts.keys.renewed += 1;
    if (!run.dryRun) await disableKey(db, id);
  }
}
