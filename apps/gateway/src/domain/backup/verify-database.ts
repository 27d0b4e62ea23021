import type { Texts } from '@tollgate/i18n';
import type { Config } from '../../platform/config.ts';
import { createKeyring, readMasterKey } from '../../platform/keyring.ts';
import { type OperatorText, operatorText } from '../../platform/operator-error.ts';
import { listSealed, readKeyCheck } from '../../store/master-key-check-repository.ts';
import { readMigrationState } from '../../store/migrate.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { requireDatabase } from '../../store/require-database.ts';
import { checkIntegrity, listUnbalancedUsers } from '../../store/verification-repository.ts';
import type { Language } from '../error-texts.ts';
import { SECRET_OPTIONS } from '../open-keyring.ts';

/** The result of one check. Without problems, that part is sound. */
export interface VerificationResult {
  part: keyof Texts['operator']['verify']['parts'];
  problems: string[];
  /** A remark that is not a problem. */
  note?: string;
}

/** Maximum number of encrypted texts of a kind that are checked. */
const SEALED_MAX = 1_000_000;

type Translate = (text: OperatorText, params?: Readonly<Record<string, string | number>>) => string;

/** Checks whether a database is intact and belongs to this version and this master key. Changes nothing. */
export async function verifyDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'MASTER_KEY'>,
  language: Language,
): Promise<VerificationResult[]> {
  const translate: Translate = (text, params) => operatorText(language, text, params);
  requireDatabase(config);
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  const store = await openStore({ databaseUrl, dataDir, schema: 'as-is' });
  try {
    const { applied, pending, unknown } = await readMigrationState(store);
    const schema: VerificationResult = {
      part: 'schema',
      problems: [
        ...(applied.length === 0 ? [translate('verify.notOurs')] : []),
        ...unknown.map((name) => translate('verify.newer', { name })),
      ],
      note:
        pending.length > 0
          ? translate('verify.pending', { count: pending.length, names: pending.join(', ') })
          : translate('verify.upToDate', { migration: applied.at(-1) ?? '' }),
    };
    if (schema.problems.length > 0 || pending.length > 0) return [schema];
    return [
      schema,
      { part: 'file', problems: await checkIntegrity(store) },
      await verifySeals(store, config, translate),
      {
        part: 'money',
        problems: (await listUnbalancedUsers(store.reader)).map((mismatch) =>
          translate('verify.balance', {
            ...mismatch,
            rule: translate(`verify.rules.${mismatch.rule}`),
          }),
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
  translate: Translate,
): Promise<VerificationResult> {
  const check = await readKeyCheck(store.db);
  const sealed = await listSealed(store.db, SECRET_OPTIONS, SEALED_MAX);
  const all = check === undefined ? sealed : [check.sealed, ...sealed];
  const key = readMasterKey(config.MASTER_KEY, config.DATA_DIR);
  if (!key)
    return {
      part: 'masterKey',
      problems: all.length > 0 ? [translate('verify.keyMissing')] : [],
    };
  const keyring = createKeyring(key);
  const unreadable = all.filter((text) => keyring.tryDecrypt(text) === undefined).length;
  return {
    part: 'masterKey',
    problems:
      unreadable > 0
        ? [translate('verify.unreadable', { count: unreadable, all: all.length })]
        : [],
    note: translate('verify.readable', { count: all.length - unreadable }),
  };
}
