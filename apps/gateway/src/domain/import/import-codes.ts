import { readTable } from '../../store/import-source/import-source.ts';
import {
  addMapped,
  findMapped,
  findTaken,
  insertKeepingIds,
} from '../../store/imports-repository.ts';
import { hashCode } from '../redemptions/hash-code.ts';
import { type ImportRun, mapScopeOf, processPages } from './import-run.ts';
import { type ImportedRedemption, mapRedemption } from './map-redemption.ts';
import { disableLostCodes, renewCodes } from './renew-codes.ts';
import { sourceIdOf } from './source-values.ts';

const PAGE = 200;

/** Imports redemption codes: unused ones can be redeemed here, used ones are history. */
export async function importCodes(run: ImportRun): Promise<void> {
  const count = run.counts.codes;
  count.found = await run.source.count('redemptions');
  const seenHashes = new Set<string>();
  const sourceIds = new Set<number>();
  await processPages(
    run,
    'codes',
    readTable(run.source, 'redemptions', { pageSize: PAGE }),
    async (rows) => {
      const { db } = run.target.store;
      const mappedIds = await findMapped(db, mapScopeOf(run, 'code'), rows.map(sourceIdOf));
      for (const row of rows) sourceIds.add(sourceIdOf(row));
      count.present += mappedIds.size;
      const newRows = rows.filter((row) => !mappedIds.has(sourceIdOf(row)));
      const read = (run.refresh ? rows : newRows)
        .map((row) => mapRedemption(row, run.findings, run.now))
        .filter((code) => code !== undefined);
      if (run.refresh) await renewCodes(run, read, mappedIds);
      const mapped = read
        .filter(({ sourceId }) => !mappedIds.has(sourceId))
        .map((code) => ({ ...code, hash: hashCode(run.target, code.code) }));
      const takenHashes = await findTaken(
        db,
        'redemptions.key_hash',
        mapped.map(({ hash }) => hash),
      );
      const codes = mapped.filter(({ hash, name, sourceId }) => {
        const isNew = !takenHashes.has(hash) && !seenHashes.has(hash);
        if (!isNew) run.findings.add('codes', 'code_duplicate', name || sourceId);
        seenHashes.add(hash);
        return isNew;
      });
      if (!run.dryRun) await writeCodes(run, codes);
      count.imported += codes.length;
      count.skipped += newRows.length - codes.length;
    },
  );
  if (run.refresh) await disableLostCodes(run, sourceIds);
}

async function writeCodes(
  run: ImportRun,
  codes: readonly (ImportedRedemption & { hash: string })[],
): Promise<void> {
  const { store, keyring } = run.target;
  await store.transaction(async (trx) => {
    const ids = await insertKeepingIds(
      store,
      trx,
      'redemptions',
      codes.map((code) => ({
        id: code.sourceId,
        user_id: run.users.get(code.creatorSourceId) ?? 0,
        name: code.name,
        key_hash: code.hash,
        key_cipher: keyring.encrypt(code.code),
        quota: code.quota,
        status: code.status,
        created_time: code.createdAt || run.now,
        used_user_id: run.users.get(code.redeemerSourceId) ?? 0,
        redeemed_time: code.redeemedAt,
        batch: `import:${run.name}`,
        place: code.sourceId,
        deleted_at: code.deletedAt,
      })),
    );
    const pairs = codes.map(({ sourceId }, index) => [sourceId, ids[index] as number] as const);
    await addMapped(trx, mapScopeOf(run, 'code'), pairs);
  });
}
