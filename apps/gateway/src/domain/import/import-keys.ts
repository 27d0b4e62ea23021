import { readTable } from '../../store/import-source/import-source.ts';
import {
  addMapped,
  addUserGroup,
  findMapped,
  findTaken,
  insertKeepingIds,
} from '../../store/imports-repository.ts';
import { openImportedUsage } from '../wallet/store/open-imported-balances.ts';
import type { ImportedGroups } from './import-groups.ts';
import { type ImportRun, mapScopeOf, processPages } from './import-run.ts';
import { type ImportedKey, mapKey } from './map-key.ts';
import { disableLostKeys, renewKeys } from './renew-keys.ts';
import { sourceIdOf } from './source-values.ts';

const PAGE = 200;

/** Imports API keys unchanged: callers only have to change the address. */
export async function importKeys(run: ImportRun, groups: ImportedGroups): Promise<void> {
  const count = run.counts.keys;
  count.found = await run.source.count('tokens');
  const seenHashes = new Set<string>();
  const sourceIds = new Set<number>();
  const autoGroup = readAutoGroups(run)[0] ?? 'default';
  await processPages(
    run,
    'keys',
    readTable(run.source, 'tokens', { pageSize: PAGE }),
    async (rows) => {
      const { db } = run.target.store;
      const mappedIds = await findMapped(db, mapScopeOf(run, 'key'), rows.map(sourceIdOf));
      for (const row of rows) sourceIds.add(sourceIdOf(row));
      count.present += mappedIds.size;
      const newRows = rows.filter((row) => !mappedIds.has(sourceIdOf(row)));
      const mapped = (run.refresh ? rows : newRows)
        .map((row) => mapKey(run.family, row, { findings: run.findings, autoGroup }))
        .filter((key) => key !== undefined);
      if (run.refresh) await renewKeys(run, mapped, mappedIds);
      const hashed = mapped
        .filter(({ sourceId }) => !mappedIds.has(sourceId))
        .map((key) => ({
          ...key,
          hash: run.target.keyring.hash('token', key.key),
        }));
      const takenHashes = await findTaken(
        db,
        'tokens.key_hash',
        hashed.map(({ hash }) => hash),
      );
      const keys = hashed.filter((key) => {
        if (!run.users.has(key.ownerSourceId)) {
          run.findings.add('keys', 'key_without_owner', key.name, key.ownerSourceId);
          return false;
        }
        const isNew = !takenHashes.has(key.hash) && !seenHashes.has(key.hash);
        if (!isNew) run.findings.add('keys', 'key_duplicate', key.name, key.sourceId);
        seenHashes.add(key.hash);
        return isNew;
      });
      await addOwnersToGroups(run, keys, groups);
      if (!run.dryRun) await writeKeys(run, keys);
      count.imported += keys.length;
      count.skipped += newRows.length - keys.length;
    },
  );
  if (run.refresh) await disableLostKeys(run, sourceIds);
}

/**
 * A key may name a group that not everybody may choose: one of one-hub's administrators, or one that new-api
 * grants to users of another group. Its owner is added to that group too, after their own one.
 */
async function addOwnersToGroups(
  run: ImportRun,
  keys: readonly ImportedKey[],
  { ratios, usable, special }: ImportedGroups,
): Promise<void> {
  const isOpen = ({ group }: ImportedKey) =>
    group === '' || Object.hasOwn(usable, group) || !Object.hasOwn(ratios, group);
  for (const key of keys.filter(
    (importedKey) => importedKey.deletedAt === null && !isOpen(importedKey),
  )) {
    const ownerGroups = run.userGroups.get(key.ownerSourceId) ?? [];
    const isGiven =
      run.family === 'one-hub' || (special.get(ownerGroups[0] ?? '')?.has(key.group) ?? false);
    if (ownerGroups.includes(key.group) || !isGiven) continue;
    ownerGroups.push(key.group);
    run.userGroups.set(key.ownerSourceId, ownerGroups);
    run.findings.add('keys', 'key_group_given', key.name, key.group);
    const userId = run.users.get(key.ownerSourceId);
    if (!run.dryRun && userId !== undefined)
      await addUserGroup(run.target.store.db, userId, key.group);
  }
}

function readAutoGroups({ options }: ImportRun): string[] {
  try {
    const list: unknown = JSON.parse(options.get('AutoGroups') ?? '[]');
    return Array.isArray(list) ? list.filter((group) => typeof group === 'string') : [];
  } catch {
    return [];
  }
}

async function writeKeys(
  run: ImportRun,
  keys: readonly (ImportedKey & { hash: string })[],
): Promise<void> {
  const { store, keyring } = run.target;
  await store.transaction(async (trx) => {
    const ids = await insertKeepingIds(
      store,
      trx,
      'tokens',
      keys.map((key) => ({
        id: key.sourceId,
        user_id: run.users.get(key.ownerSourceId) as number,
        name: key.name,
        key_hash: key.hash,
        key_cipher: keyring.encrypt(key.key),
        status: key.status,
        created_time: key.createdAt || run.now,
        accessed_time: key.accessedAt,
        expired_time: key.expiresAt,
        remain_quota: key.remainQuota,
        unlimited_quota: key.isUnlimited ? 1 : 0,
        allow_ips: key.allowIps,
        group: key.group,
        model_limits_enabled: key.models === undefined ? 0 : 1,
        model_limits: (key.models ?? []).join(','),
        rate_limit: 0,
        mj_mode: '',
        deleted_at: key.deletedAt,
      })),
    );
    const pairs = keys.map((key, index) => [key, ids[index] as number] as const);
    await openImportedUsage(
      trx,
      'tokens',
      pairs.map(([{ usedQuota }, id]) => ({ id, usedQuota })),
    );
    await addMapped(
      trx,
      mapScopeOf(run, 'key'),
      pairs.map(([{ sourceId }, id]) => [sourceId, id]),
    );
  });
}
