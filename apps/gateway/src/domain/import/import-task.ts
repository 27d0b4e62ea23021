import type {
  ImportArea,
  ImportFamily,
  ImportReportEntry,
  ImportRunEntry,
} from '@tollgate/contract';
import { IMPORT_AREAS } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { ImportSource } from '../../store/import-source/import-source.ts';
import {
  isSourceAddress,
  maskAddress,
  openSource,
  openSourceByAddress,
} from '../../store/import-source/open-source.ts';
import { stopJob } from '../../store/jobs-repository.ts';
import type { Domain } from '../domain.ts';
import { createClusterTask } from '../jobs/cluster-task.ts';
import type { ImportTarget } from './import-run.ts';
import { importFailureOf } from './import-failure.ts';
import { findImportUpload } from './import-upload.ts';
import { readAllOptions } from './read-all-options.ts';
import { type ImportReport, runImport } from './run-import.ts';

const NAME = 'import';
/** Number of examples kept per finding: as many as the page shows. */
const EXAMPLES_MAX = 20;
const NAMES_KEPT = 500;

/** An import requested in the console. */
export interface ImportRequest {
  /** An address, or an upload on this node. */
  address: string;
  upload: string;
  /** The log's own database, as an address or an upload; '' if there is none. */
  logs_address: string;
  logs_upload: string;
  /** The old gateway's response to GET /api/option/; '' if not given. */
  options: string;
  family?: ImportFamily | undefined;
  name: string;
  dry_run: boolean;
  merge: boolean;
  refresh: boolean;
  logs: boolean;
}

type TaskDomain = Pick<Domain, 'store' | 'clock' | 'log'>;
type ImportDomain = TaskDomain & ImportTarget;
type Progress = Omit<ImportRunEntry, 'started_at' | 'state'> & {
  state: 'running' | 'done' | 'failed';
};

/** Returns the latest import; null before the first. */
export async function readImportRun(domain: TaskDomain): Promise<ImportRunEntry | null> {
  const state = await createClusterTask<Progress>(domain, NAME).read();
  const progress = state?.progress ?? (state?.running ? initialProgress('', false) : undefined);
  if (!state || !progress) return null;
  const { running, startedAt } = state;
  const isStopped = progress.state === 'running' && !running;
  return { ...progress, state: isStopped ? 'stopped' : progress.state, started_at: startedAt };
}

const initialProgress = (source: string, isDryRun: boolean): Progress => ({
  state: 'running',
  source,
  dry_run: isDryRun,
  area: null,
  done: 0,
  total: 0,
  failure: null,
  report: null,
});

/** Stops a running import on whichever node, after its current page of rows. */
export async function stopImport({ store }: Pick<Domain, 'store'>): Promise<void> {
  await stopJob(store.db, NAME);
}

/**
 * Starts an import in the background of this node; it pauses half of the time, because calls run. Throws
 * AppError import_source_missing, import_upload_missing, import_options_invalid or import_running.
 */
export async function startImport(
  domain: ImportDomain,
  request: ImportRequest,
  actor: { id: number; username: string },
): Promise<{ source: string }> {
  const open = await checkRequest(domain, request);
  const allOptions = readOptions(request.options);
  const started = await createClusterTask<Progress>(domain, NAME).start((report, signal) =>
    work(domain, { request, open, allOptions, actor }, { report, signal }),
  );
  if (!started) throw new AppError('import_running');
  return { source: open.label };
}

interface Work {
  request: ImportRequest;
  open: Awaited<ReturnType<typeof checkRequest>>;
  allOptions: ReadonlyMap<string, string> | undefined;
  actor: { id: number; username: string };
}

/** Runs the import and reports its progress. Never throws: its failure is reported, too. */
async function work(
  domain: ImportDomain,
  { request, open, allOptions, actor }: Work,
  { report, signal }: { report: (progress: Progress) => void; signal: AbortSignal },
): Promise<void> {
  const progress = initialProgress(open.label, request.dry_run);
  report(progress);
  const sources: ImportSource[] = [];
  try {
    const source = await open.source(signal);
    sources.push(source);
    if (open.logs) sources.push(await open.logs(signal));
    const done = await runImport(domain, source, {
      family: request.family,
      name: request.name === '' ? undefined : request.name,
      dryRun: request.dry_run,
      merge: request.merge,
      refresh: request.refresh,
      logs: request.logs,
      logSource: sources[1],
      besideCalls: true,
      allOptions,
      actor,
      signal,
      onProgress: (area, count, total) =>
        report(Object.assign(progress, { area, done: count, total })),
    });
    report({ ...progress, state: 'done', report: toEntry(done, open.label) });
  } catch (error) {
    const failure = importFailureOf(error);
    if (!signal.aborted) report({ ...progress, state: 'failed', failure });
    domain.log.warn({ err: error, failure: failure.code }, 'import ended early');
  } finally {
    for (const source of sources) await source.close();
  }
}

/** Returns what to open, and the name under which it is shown. Opens nothing yet. */
async function checkRequest({ config }: Pick<Domain, 'config'>, request: ImportRequest) {
  const guard = { allowPrivate: config.ALLOW_PRIVATE_UPSTREAMS };
  const { address, upload, logs_address: logsAddress, logs_upload: logsUpload } = request;
  for (const sourceAddress of [address, logsAddress])
    if (sourceAddress !== '' && !isSourceAddress(sourceAddress))
      throw new AppError('import_source_missing');
  const logsFile = logsUpload === '' ? undefined : await requireUpload(config, logsUpload);
  const logsOf = (signal: AbortSignal) =>
    logsFile === undefined
      ? openSourceByAddress(logsAddress, guard, signal)
      : openSource(logsFile, { signal });
  const logs = logsAddress === '' && logsFile === undefined ? undefined : logsOf;
  if (address !== '')
    return {
      label: maskAddress(address),
      source: (signal: AbortSignal) => openSourceByAddress(address, guard, signal),
      logs,
    };
  if (upload === '') throw new AppError('import_source_missing');
  const path = await requireUpload(config, upload);
  return { label: '', source: (signal: AbortSignal) => openSource(path, { signal }), logs };
}

async function requireUpload(config: Domain['config'], id: string): Promise<string> {
  const path = await findImportUpload(config, id);
  if (path === undefined) throw new AppError('import_upload_missing');
  return path;
}

function readOptions(text: string): Map<string, string> | undefined {
  if (text.trim() === '') return undefined;
  try {
    return readAllOptions(text);
  } catch {
    throw new AppError('import_options_invalid');
  }
}

function toEntry(report: ImportReport, label: string): ImportReportEntry {
  const { family, name, dryRun, counts, prices, mappings, findings, money } = report;
  return {
    family,
    name,
    source: label,
    dry_run: dryRun,
    areas: IMPORT_AREAS.map((area: ImportArea) => ({ area, ...counts[area] })),
    groups: prices.groups,
    channel_types: mappings.channelTypes,
    options: mappings.options,
    prices: { ...prices.byOrigin, here: prices.here, none: prices.none.slice(0, NAMES_KEPT) },
    findings: findings.map((finding) => ({
      ...finding,
      examples: finding.examples.slice(0, EXAMPLES_MAX).map(({ subject, detail }) => ({
        subject: subject.slice(0, 200),
        detail: detail.slice(0, 300),
      })),
    })),
    money: { ...money, opened: money.opened ?? null, differences: money.differences ?? null },
  };
}
