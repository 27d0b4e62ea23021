import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { ImportSource } from '../../store/import-source/import-source.ts';
import type { ImportMapScope } from '../../store/imports-repository.ts';
import type { Domain } from '../domain.ts';
import type { OptionChange } from '../options/option-change.ts';
import type { ImportArea, ImportReportEntry } from '@tollgate/contract';
import type { ImportFindings } from './import-findings.ts';
import type { ImportedModel } from './imported-model.ts';
import type { Family } from './source-family.ts';

/** What an import works on: a running gateway, or its storage alone. */
export type ImportTarget = Pick<
  Domain,
  'store' | 'keyring' | 'options' | 'changes' | 'clock' | 'config'
>;

/** What happened to the rows of an area. */
export interface AreaCount {
  /** Rows in the source. */
  found: number;
  /** Imported by this run; in a dry run, those it would import. */
  imported: number;
  /** Imported by an earlier run. */
  present: number;
  /** Imported by an earlier run and updated by this one. */
  renewed: number;
  /** Those that can't be imported. */
  skipped: number;
}

/** Reports the progress of a run. */
export type ImportProgress = (area: ImportArea, done: number, total: number) => void;

/** One run: its source, target, settings and findings so far. */
export interface ImportRun {
  readonly target: ImportTarget;
  readonly source: ImportSource;
  readonly family: Family;
  /** Name of the source in `import_map`, the ledger and the log. */
  readonly name: string;
  readonly dryRun: boolean;
  readonly merge: boolean;
  /** Whether rows imported by an earlier run are updated (ADR 99). */
  readonly refresh: boolean;
  /** Our ids of imported users whose balance has not been used here since. */
  readonly untouched: Set<number>;
  /** Who runs it; id 0 for the operator at the server. */
  readonly actor: { id: number; username: string };
  readonly findings: ImportFindings;
  readonly counts: Record<ImportArea, AreaCount>;
  readonly onProgress: ImportProgress;
  /** Whether calls run concurrently: the import then pauses half of the time. */
  readonly isThrottled: boolean;
  readonly signal: AbortSignal;
  /** Options of the source by key; includes all its defaults if `isComplete`. */
  readonly options: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
  /** Our user ids by the source's. In a dry run both are the same. */
  readonly users: Map<number, number>;
  /** Whether the program is from before mid 2025 (new-api only). */
  readonly isOld: boolean;
  /** Whether the program is from before 2026 (new-api only). */
  readonly isBefore2026: boolean;
  /** Groups of the source's users, by its ids: their own one, then those that their keys name. */
  readonly userGroups: Map<number, string[]>;
  /** Groups that the source's users and channels name. */
  readonly groups: Set<string>;
  /** Models of the source's channels, each with all channels that offer it. */
  readonly models: Map<string, ImportedModel[]>;
  /** Channel types there and here. `address`: set if all channels of a type have the same one. */
  readonly channelTypes: Map<string, ImportReportEntry['channel_types'][number]>;
  /** Options of the login provider that imported users depend on. */
  readonly loginOptions: (OptionChange & { from: string })[];
  readonly money: { balances: number; debts: number };
  readonly now: number;
}

/** Identifies the rows of an entity of a run in `import_map`. */
export const mapScopeOf = (
  { name }: Pick<ImportRun, 'name'>,
  entity: ImportMapScope['entity'],
): ImportMapScope => ({ source: name, entity });

/**
 * Processes pages of rows one after the other; while calls run, pauses after each page for as long as it
 * took. Throws when the run is stopped.
 */
export async function processPages<Page extends readonly unknown[]>(
  run: ImportRun,
  area: ImportArea,
  pages: AsyncIterable<Page>,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const count = run.counts[area];
  let done = 0;
  for await (const page of pages) {
    run.signal.throwIfAborted();
    const startedAt = run.target.clock.nowMs();
    await work(page);
    done += page.length;
    run.onProgress(area, done, count.found);
    if (run.isThrottled) await wait(run.target.clock.nowMs() - startedAt, undefined, { ref: true });
    // SQLite works synchronously: unless the event loop turns, nothing is checkpointed and no used statement
    // is ever freed.
    else await setImmediate();
  }
}
