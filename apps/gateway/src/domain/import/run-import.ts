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
import {
  IMPORT_AREAS,
  type ImportArea,
  type ImportFailure,
  type ImportReportEntry,
  ROLE_ROOT,
} from '@tollgate/contract';
import { importChannels } from './import-channels.ts';
import { importCodes } from './import-codes.ts';
import { type Finding, ImportFindings } from './import-findings.ts';
import { importKeys } from './import-keys.ts';
import { importLogs } from './import-logs.ts';
import { type ImportedOptions, importOptions } from './import-options.ts';
import { importOrders } from './import-orders.ts';
import { importUsers } from './import-users.ts';
import { reportTablesLeftBehind } from './left-behind.ts';
import type { AreaCount, ImportProgress, ImportRun, ImportTarget } from './import-run.ts';
import { type Family, detectFamily } from './source-family.ts';
import { isSameSource, readSourceMarks } from './source-marks.ts';
import { textOf } from './source-values.ts';
import { withImportLock } from './with-import-lock.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Texts } from '@tollgate/i18n';

/** What an import reads, and how. */
export interface ImportSettings {
  /** Detected from the schema if absent. */
  family?: Family | undefined;
  /** Name of the source; the gateway's name if absent. */
  name?: string | undefined;
  dryRun?: boolean;
  merge?: boolean;
  /** Updates what an earlier run imported, if it has not been used here. */
  refresh?: boolean;
  logs?: boolean;
  /** Set if the log has its own database. */
  logSource?: ImportSource | undefined;
  /** Pauses half of the time, as calls run concurrently. */
  besideCalls?: boolean;
  /** Options with all their defaults, as the source's own console returns them. */
  allOptions?: ReadonlyMap<string, string> | undefined;
  actor?: { id: number; username: string };
  onProgress?: ImportProgress;
  signal?: AbortSignal;
}

/** What an import did, or would do. Amounts are in quota units. */
export interface ImportReport {
  family: Family;
  name: string;
  source: string;
  dryRun: boolean;
  counts: Record<ImportArea, AreaCount>;
  /** Origins of prices, and the resulting group ratios. */
  prices: ImportedOptions['prices'] & { groups: Record<string, number> };
  /** Channel types and options, there and here. */
  mappings: {
    channelTypes: ImportReportEntry['channel_types'];
    options: ImportedOptions['names'];
  };
  findings: Finding[];
  money: {
    /** Sum of all users' balances in the source, without debts. */
    balances: number;
    debts: number;
    /** Sum of their opening ledger rows; undefined in a dry run. */
    opened: number | undefined;
    /** Number of users whose balance is not the sum of their ledger. */
    differences: number | undefined;
  };
}

type ImportRefusal = keyof Texts['operator']['import'] & ImportFailure;

/** Thrown if an import can't start, with the reason in words for the operator. */
export class ImportRefusedError extends OperatorError {
  readonly code: ImportRefusal;

  constructor(code: ImportRefusal, params: OperatorError['params'] = {}) {
    super(`import.${code}`, params);
    this.name = 'ImportRefusedError';
    this.code = code;
  }
}

/**
 * Imports another gateway's database in batches of one transaction each: an interrupted import continues
 * where it stopped, and a finished one changes nothing when run again. Throws ImportRefusedError before it
 * has changed anything, or the databases' errors.
 */
export async function runImport(
  target: ImportTarget,
  source: ImportSource,
  settings: ImportSettings = {},
): Promise<ImportReport> {
  if (settings.dryRun) return importSource(target, source, settings);
  let report: ImportReport | undefined;
  await withImportLock(target, async (lost) => {
    const signal = settings.signal ? AbortSignal.any([settings.signal, lost]) : lost;
    report = await importSource(target, source, { ...settings, signal });
  });
  if (!report) throw new ImportRefusedError('running');
  return report;
}

async function importSource(
  target: ImportTarget,
  source: ImportSource,
  settings: ImportSettings,
): Promise<ImportReport> {
  const run = await openRun(target, source, settings);
  await checkTarget(run);
  await importUsers(run);
  await importChannels(run);
  const options = await importOptions(run);
  await importKeys(run, options.groups);
  await importCodes(run);
  await importOrders(run);
  if (settings.logs) await importLogs({ ...run, source: settings.logSource ?? source });
  await reportTablesLeftBehind(run);
  if (!run.dryRun) await finish(run);
  const opened = run.dryRun ? undefined : await sumOpenings(target.store.db, run.name);
  const differences = run.dryRun ? undefined : await findLedgerDifferences(target.store.reader);
  return {
    family: run.family,
    name: run.name,
    source: source.label,
    dryRun: run.dryRun,
    counts: run.counts,
    prices: { ...options.prices, groups: options.groups.ratios },
    mappings: { channelTypes: [...run.channelTypes.values()], options: options.names },
    findings: run.findings.list(),
    money: { ...run.money, opened: opened?.quota, differences: differences?.length },
  };
}

async function openRun(
  target: ImportTarget,
  source: ImportSource,
  settings: ImportSettings,
): Promise<ImportRun> {
  const family = settings.family ?? detectFamily(source);
  if (!family) throw new ImportRefusedError('not_a_gateway', { source: source.label });
  const name = settings.name ?? family;
  if (!/^[\w.-]{1,40}$/.test(name)) throw new ImportRefusedError('name_invalid');
  const isNewApiWithout = (table: string, column: string) =>
    family === 'new-api' && !(source.columns.get(table)?.has(column) ?? false);
  const stored = new Map(
    (await source.all('options')).map((row) => [textOf(row, 'key'), textOf(row, 'value')]),
  );
  return {
    target,
    source,
    family,
    name,
    dryRun: settings.dryRun ?? false,
    merge: settings.merge ?? false,
    refresh: settings.refresh ?? false,
    untouched: new Set(),
    actor: settings.actor ?? { id: 0, username: 'import' },
    findings: new ImportFindings(),
    counts: emptyCounts(),
    onProgress: settings.onProgress ?? (() => {}),
    isThrottled: settings.besideCalls ?? false,
    signal: settings.signal ?? new AbortController().signal,
    options: new Map([...(settings.allOptions ?? []), ...stored]),
    isComplete: settings.allOptions !== undefined,
    users: new Map(),
    userGroups: new Map(),
    groups: new Set(),
    models: new Map(),
    channelTypes: new Map(),
    isOld: isNewApiWithout('channels', 'channel_info'),
    isBefore2026: isNewApiWithout('tokens', 'cross_group_retry'),
    loginOptions: [],
    money: { balances: 0, debts: 0 },
    now: nowSeconds(target.clock),
  };
}

function emptyCounts(): Record<ImportArea, AreaCount> {
  const empty = () => ({ found: 0, imported: 0, present: 0, renewed: 0, skipped: 0 });
  return Object.fromEntries(IMPORT_AREAS.map((area) => [area, empty()])) as Record<
    ImportArea,
    AreaCount
  >;
}

/** Refuses a target that is in use, and a database other than the one known by this name. */
async function checkTarget(run: ImportRun): Promise<void> {
  const { db } = run.target.store;
  const marks = await readSourceMarks(run.source);
  const registeredSource = await findImportSource(db, run.name);
  if (registeredSource) {
    const before = JSON.parse(registeredSource.marks) as string[];
    if (registeredSource.family !== run.family || !isSameSource(before, marks))
      throw new ImportRefusedError('name_taken', { name: run.name });
    return;
  }
  if (!run.merge && !(await isNew(run))) throw new ImportRefusedError('in_use');
  const quotaPerUnit = Number(run.options.get('QuotaPerUnit') ?? 500_000);
  if (run.merge && quotaPerUnit !== run.target.options.get('QuotaPerUnit'))
    throw new ImportRefusedError('quota_unit_differs', {
      source: quotaPerUnit,
      here: run.target.options.get('QuotaPerUnit'),
    });
  if (run.dryRun) return;
  await startImportSource(db, {
    name: run.name,
    family: run.family,
    marks: JSON.stringify(marks),
    started_at: run.now,
  });
}

async function isNew({ target: { store } }: ImportRun): Promise<boolean> {
  const { users, ...rest } = await countTarget(store.db);
  const isBare = Object.values(rest).every((count) => count === 0);
  return (
    isBare &&
    (users === 0 || (users === 1 && (await findFirstUserOfRole(store.db, ROLE_ROOT)) !== undefined))
  );
}

/** Makes every node reload its caches. */
async function finish(run: ImportRun): Promise<void> {
  const { changes, store } = run.target;
  for (const topic of ['user', 'channels', 'options'] as const)
    await changes.commit({ topic }, () => Promise.resolve());
  await finishImportSource(store.db, run.name, run.now);
  await wait(0);
}
