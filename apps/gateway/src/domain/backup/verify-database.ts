import { optionRegistry } from '@tollgate/contract';
import type { Config } from '../../platform/config.ts';
import { createKeyring, readMasterKey } from '../../platform/keyring.ts';
import { listSealed, readKeyCheck } from '../../store/master-key-check-repository.ts';
import { readMigrationState } from '../../store/migrate.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { checkIntegrity, listUnbalancedUsers } from '../../store/verification-repository.ts';

/** One thing that was looked at. No problems: it is sound. */
export interface VerificationResult {
  part: 'schema' | 'file' | 'master key' | 'money';
  problems: string[];
  /** What is worth saying all the same. */
  note?: string;
}

const SECRET_OPTIONS = optionRegistry.filter(({ secret }) => secret).map(({ key }) => key);
/** Every sealed text of a kind, up to so many. */
const SEALED_MAX = 1_000_000;

/** Looks whether a database is whole and belongs to this version and this master key. Changes nothing. */
export async function verifyDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'MASTER_KEY'>,
): Promise<VerificationResult[]> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  const store = await openStore({ databaseUrl, dataDir, schema: 'as-is' });
  try {
    const { applied, pending, unknown } = await readMigrationState(store);
    const schema: VerificationResult = {
      part: 'schema',
      problems: [
        ...(applied.length === 0 ? ['Not a Tollgate database.'] : []),
        ...unknown.map((name) => `${name} was made by a newer version.`),
      ],
      note:
        pending.length > 0
          ? `${pending.length} migrations run at the next start: ${pending.join(', ')}`
          : `up to date at ${applied.at(-1)}`,
    };
    if (schema.problems.length > 0 || pending.length > 0) return [schema];
    return [
      schema,
      { part: 'file', problems: await checkIntegrity(store) },
      await verifySeals(store, config),
      {
        part: 'money',
        problems: (await listUnbalancedUsers(store.reader)).map(
          ({ rule, id, is, should }) => `user ${id}, ${rule}: ${is} instead of ${should}`,
        ),
      },
    ];
  } finally {
    await store.close();
  }
}

async function verifySeals(
  store: Store,
  config: Pick<Config, 'MASTER_KEY' | 'DATA_DIR'>,
): Promise<VerificationResult> {
  const check = await readKeyCheck(store.db);
  const sealed = await listSealed(store.db, SECRET_OPTIONS, SEALED_MAX);
  const all = check === undefined ? sealed : [check.sealed, ...sealed];
  const key = readMasterKey(config.MASTER_KEY, config.DATA_DIR);
  if (!key)
    return {
      part: 'master key',
      problems: all.length > 0 ? ['Missing: sealed data cannot be read.'] : [],
    };
  const keyring = createKeyring(key);
  const unreadable = all.filter((text) => keyring.tryDecrypt(text) === undefined).length;
  return {
    part: 'master key',
    problems:
      unreadable > 0 ? [`${unreadable} of ${all.length} sealed texts can not be read.`] : [],
    note: `${all.length - unreadable} sealed texts can be read`,
  };
}
