import { readTable } from '../../store/import-source/import-source.ts';
import { addMapped, findTaken, insertNumbered } from '../../store/imports-repository.ts';
import { openImportedUsage } from '../wallet/store/open-imported-balances.ts';
import { type ImportRun, placeOf, withoutPresent, workOffPages } from './import-run.ts';
import { type ImportedKey, mapKey } from './map-key.ts';

const PAGE = 200;

/** Brings API keys over as they are: whoever calls with one changes nothing but the address. */
export async function importKeys(run: ImportRun): Promise<void> {
  const count = run.counts.keys;
  count.found = await run.source.count('tokens');
  const seen = new Set<string>();
  const [autoGroup = ''] = readAutoGroups(run);
  await workOffPages(
    run,
    'keys',
    readTable(run.source, 'tokens', { pageSize: PAGE }),
    async (rows) => {
      const { db } = run.target.store;
      const fresh = await withoutPresent(run, 'key', rows);
      count.present += rows.length - fresh.length;
      const mapped = fresh
        .map((row) => mapKey(run.family, row, { findings: run.findings, autoGroup }))
        .filter((key) => key !== undefined);
      const hashed = mapped.map((key) => ({
        ...key,
        hash: run.target.keyring.hash('token', key.key),
      }));
      const taken = await findTaken(
        db,
        'tokens.key_hash',
        hashed.map(({ hash }) => hash),
      );
      const keys = hashed.filter((key) => {
        if (!run.users.has(key.ownerSourceId)) {
          run.findings.add('keys', 'key_without_owner', key.name, key.ownerSourceId);
          return false;
        }
        const isNew = !taken.has(key.hash) && !seen.has(key.hash);
        if (!isNew) run.findings.add('keys', 'key_duplicate', key.name, key.sourceId);
        seen.add(key.hash);
        return isNew;
      });
      if (!run.dryRun) await writeKeys(run, keys);
      count.imported += keys.length;
      count.skipped += fresh.length - keys.length;
    },
  );
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
    const taken = await findTaken(
      trx,
      'tokens.id',
      keys.map(({ sourceId }) => sourceId),
    );
    const ids = await insertNumbered(
      store,
      trx,
      'tokens',
      keys.map((key) => ({
        ...(taken.has(key.sourceId) ? {} : { id: key.sourceId }),
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
      placeOf(run, 'key'),
      pairs.map(([{ sourceId }, id]) => [sourceId, id]),
    );
  });
}
