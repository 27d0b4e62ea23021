import { setTimeout as wait } from 'node:timers/promises';
import { nowSeconds } from '../../platform/clock.ts';
import type { ImportSource } from '../../store/import-source/import-source.ts';
import {
  countTarget,
  findImportSource,
  finishImportSource,
  startImportSource,
  sumOpenings,
} from '../../store/imports-repository.ts';
import { findLedgerDifferences } from '../../store/ledger-repository.ts';
import { findFirstUserOfRole } from '../../store/users-repository.ts';
import { ROLE_ROOT } from '@tollgate/contract';
import { importChannels } from './import-channels.ts';
import { importCodes } from './import-codes.ts';
import { type Finding, IMPORT_AREAS, type ImportArea, ImportFindings } from './import-findings.ts';
import { importKeys } from './import-keys.ts';
import { importLogs } from './import-logs.ts';
import { type ImportedPrices, importOptions } from './import-options.ts';
import { importOrders } from './import-orders.ts';
import { importUsers } from './import-users.ts';
import type { AreaCount, ImportProgress, ImportRun, ImportTarget } from './import-run.ts';
import { type Family, tellFamily } from './source-family.ts';
import { textOf } from './source-values.ts';

export interface ImportWish {
  /** Told by the schema where it is absent. */
  family?: Family | undefined;
  /** What the source is called; the gateway's name where it is absent. */
  name?: string | undefined;
  dryRun?: boolean;
  merge?: boolean;
  logs?: boolean;
  /** Where the log has a database of its own. */
  logSource?: ImportSource | undefined;
  gentle?: boolean;
  /** Options with all their defaults, as the source's own console answers them. */
  allOptions?: ReadonlyMap<string, string> | undefined;
  actor?: { id: number; username: string };
  onProgress?: ImportProgress;
  signal?: AbortSignal;
}

/** What an import did, or would do. Quota units. */
export interface ImportReport {
  family: Family;
  name: string;
  source: string;
  dryRun: boolean;
  counts: Record<ImportArea, AreaCount>;
  prices: ImportedPrices;
  findings: Finding[];
  money: {
    /** What all users of the source have, debts left out. */
    balances: number;
    debts: number;
    /** What the ledger opened for them; undefined in a dry run. */
    opened: number | undefined;
    /** Users whose balance is not the sum of their ledger. */
    differences: number | undefined;
  };
}

/** Why an import was not begun, in words for the operator. */
export class ImportRefusedError extends Error {}

/**
 * Brings another gateway's database over, in batches that are one transaction each: an import that was
 * interrupted goes on where it stopped, and one that is done changes nothing when it is run again.
 * Throws ImportRefusedError before it has changed anything, or what the databases throw.
 */
export async function runImport(
  target: ImportTarget,
  source: ImportSource,
  wish: ImportWish = {},
): Promise<ImportReport> {
  const run = await openRun(target, source, wish);
  if (!run.dryRun) await begin(run);
  await importUsers(run);
  await importChannels(run);
  const prices = await importOptions(run);
  await importKeys(run);
  await importCodes(run);
  await importOrders(run);
  if (wish.logs) await importLogs({ ...run, source: wish.logSource ?? source });
  await reportLeftBehind(run);
  if (!run.dryRun) await finish(run);
  const opened = run.dryRun ? undefined : await sumOpenings(target.store.db, run.name);
  const differences = run.dryRun ? undefined : await findLedgerDifferences(target.store.reader);
  return {
    family: run.family,
    name: run.name,
    source: source.label,
    dryRun: run.dryRun,
    counts: run.counts,
    prices,
    findings: run.findings.list(),
    money: { ...run.money, opened: opened?.quota, differences: differences?.length },
  };
}

async function openRun(
  target: ImportTarget,
  source: ImportSource,
  wish: ImportWish,
): Promise<ImportRun> {
  const family = wish.family ?? tellFamily(source);
  if (!family)
    throw new ImportRefusedError(
      `${source.label} is no database of one-api, new-api or one-hub: it has no users with quota, tokens and channels.`,
    );
  const name = wish.name ?? family;
  if (!/^[\w.-]{1,40}$/.test(name))
    throw new ImportRefusedError(
      'The name of a source has 1 to 40 letters, digits, "-", "_" or ".".',
    );
  const stored = new Map(
    (await source.all('options')).map((row) => [textOf(row, 'key'), textOf(row, 'value')]),
  );
  return {
    target,
    source,
    family,
    name,
    dryRun: wish.dryRun ?? false,
    merge: wish.merge ?? false,
    actor: wish.actor ?? { id: 0, username: 'import' },
    findings: new ImportFindings(),
    counts: emptyCounts(),
    onProgress: wish.onProgress ?? (() => {}),
    gentle: wish.gentle ?? false,
    signal: wish.signal ?? new AbortController().signal,
    options: new Map([...(wish.allOptions ?? []), ...stored]),
    isComplete: wish.allOptions !== undefined,
    users: new Map(),
    groups: new Set(),
    models: new Set(),
    money: { balances: 0, debts: 0 },
    now: nowSeconds(target.clock),
  };
}

function emptyCounts(): Record<ImportArea, AreaCount> {
  const empty = () => ({ found: 0, imported: 0, present: 0, skipped: 0 });
  return Object.fromEntries(IMPORT_AREAS.map((area) => [area, empty()])) as Record<
    ImportArea,
    AreaCount
  >;
}

/** Refuses a target that is in use, and a database that is another than the one known by this name. */
async function begin(run: ImportRun): Promise<void> {
  const { db } = run.target.store;
  const marks = await readMarks(run);
  const known = await findImportSource(db, run.name);
  if (known) {
    const before = JSON.parse(known.marks) as string[];
    if (known.family !== run.family || !before.some((mark) => marks.includes(mark)))
      throw new ImportRefusedError(
        `Another database was imported as ${run.name}. Give this one a name of its own (--as NAME).`,
      );
    return;
  }
  if (!run.merge && !(await isNew(run)))
    throw new ImportRefusedError(
      'This installation has users, keys or channels already. Import into a new one, or add to it (--merge): accounts here stay as they are, and users of the same name come in under another.',
    );
  const quotaPerUnit = Number(run.options.get('QuotaPerUnit') ?? 500_000);
  if (run.merge && quotaPerUnit !== run.target.options.get('QuotaPerUnit'))
    throw new ImportRefusedError(
      `The source counts ${quotaPerUnit} quota a dollar, this installation ${run.target.options.get('QuotaPerUnit')}: they can't be merged to the unit.`,
    );
  await startImportSource(db, {
    name: run.name,
    family: run.family,
    marks: JSON.stringify(marks),
    started_at: run.now,
  });
}

/** What the first users are known by: invitation codes don't change. */
async function readMarks({ source }: ImportRun): Promise<string[]> {
  const rows = await source.page('users', { after: -1, limit: 3 });
  return rows.map((row) => `${textOf(row, 'id')}:${textOf(row, 'aff_code')}`);
}

async function isNew({ target: { store } }: ImportRun): Promise<boolean> {
  const { users, ...rest } = await countTarget(store.db);
  const isBare = Object.values(rest).every((count) => count === 0);
  return (
    isBare &&
    (users === 0 || (users === 1 && (await findFirstUserOfRole(store.db, ROLE_ROOT)) !== undefined))
  );
}

/** Who logs in with a second factor or a passkey does so with the password here. */
async function reportLeftBehind({ source, findings }: ImportRun): Promise<void> {
  const factors = (await source.count('two_fas')) + (await source.count('passkey_credentials'));
  if (factors > 0) findings.add('users', 'user_two_factor_dropped', factors);
  const plans = await source.count('user_subscriptions');
  if (plans > 0) findings.add('users', 'user_subscription_dropped', plans);
}

/** Every node reads anew what it keeps in memory. */
async function finish(run: ImportRun): Promise<void> {
  const { changes, store } = run.target;
  for (const topic of ['user', 'channels', 'options'] as const)
    await changes.commit({ topic }, () => Promise.resolve());
  await finishImportSource(store.db, run.name, run.now);
  await wait(0);
}
