import { REDEMPTION_DISABLED, REDEMPTION_UNUSED } from '@tollgate/contract';
import { listMapped, renewCodeState } from '../../store/imports-repository.ts';
import { type ImportRun, mapScopeOf } from './import-run.ts';
import type { ImportedRedemption } from './map-redemption.ts';

/** Disables codes here that were redeemed, disabled or deleted in the source since an earlier run. */
export async function renewCodes(
  run: ImportRun,
  codes: readonly ImportedRedemption[],
  known: ReadonlyMap<number, number>,
): Promise<void> {
  for (const code of codes) {
    const id = known.get(code.sourceId);
    const isGone = code.status !== REDEMPTION_UNUSED || code.deletedAt !== null;
    if (id === undefined || !isGone) continue;
    const status = code.status === REDEMPTION_UNUSED ? REDEMPTION_DISABLED : code.status;
    await renewCode(run, id, {
      status,
      redeemed_time: code.redeemedAt,
      used_user_id: run.users.get(code.redeemerSourceId) ?? 0,
    });
  }
}

/** Disables codes that are no longer in the source. */
export async function disableLostCodes(
  run: ImportRun,
  sourceIds: ReadonlySet<number>,
): Promise<void> {
  const known = await listMapped(run.target.store.db, mapScopeOf(run, 'code'));
  for (const [sourceId, id] of known)
    if (!sourceIds.has(sourceId)) await renewCode(run, id, { status: REDEMPTION_DISABLED });
}

async function renewCode(
  run: ImportRun,
  id: number,
  state: Parameters<typeof renewCodeState>[2],
): Promise<void> {
  if (run.dryRun) return;
  if (await renewCodeState(run.target.store.db, id, state)) run.counts.codes.renewed += 1;
}
