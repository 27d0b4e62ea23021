import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { ImportSource, SourceRow } from '../../store/import-source/import-source.ts';
import { findMapped, type ImportEntity } from '../../store/imports-repository.ts';
import type { Domain } from '../domain.ts';
import type { OptionChange } from '../options/option-change.ts';
import type { ImportArea, ImportReportEntry } from '@tollgate/contract';
import type { ImportFindings } from './import-findings.ts';
import type { ImportedModel } from './imported-model.ts';
import type { Family } from './source-family.ts';

/** What an import works on: a running gateway, or the storage alone. */
export type ImportTarget = Pick<
  Domain,
  'store' | 'keyring' | 'options' | 'changes' | 'clock' | 'config'
>;

/** What became of the rows of an area. */
export interface AreaCount {
  /** Rows of the source. */
  found: number;
  /** That this run brought over, or would. */
  imported: number;
  /** That an earlier run brought over. */
  present: number;
  /** That an earlier run brought over, and that this one brings up to date. */
  renewed: number;
  /** That can't be brought over. */
  skipped: number;
}

/** Tells how far a run is. */
export type ImportProgress = (area: ImportArea, done: number, total: number) => void;

/** One run: where from, where to, how, and what is known so far. */
export interface ImportRun {
  readonly target: ImportTarget;
  readonly source: ImportSource;
  readonly family: Family;
  /** What the source is called in `import_map`, the ledger and the log. */
  readonly name: string;
  readonly dryRun: boolean;
  readonly merge: boolean;
  /** Whether what an earlier run brought over is brought up to date (ADR 99). */
  readonly refresh: boolean;
  /** Our ids of its users with whom nothing has happened here since they came. */
  readonly untouched: Set<number>;
  /** Who does it; 0 where it is the operator at the server. */
  readonly actor: { id: number; username: string };
  readonly findings: ImportFindings;
  readonly counts: Record<ImportArea, AreaCount>;
  readonly onProgress: ImportProgress;
  /** Whether calls run meanwhile: then half of the time is theirs. */
  readonly gentle: boolean;
  readonly signal: AbortSignal;
  /** Options of the source by key; with all its defaults where `isComplete`. */
  readonly options: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
  /** Our ids of its users, by its. In a dry run they are its own. */
  readonly users: Map<number, number>;
  /** Whether the program is of before mid 2025 (new-api only). */
  readonly isOld: boolean;
  /** The groups of its users, by its ids: the own one, then those that keys name. */
  readonly userGroups: Map<number, string[]>;
  /** What its users and channels name. */
  readonly groups: Set<string>;
  /** The models of its channels, each with all that offer it. */
  readonly models: Map<string, ImportedModel[]>;
  /** What channel types are there and here. `address`: where all of them are at one. */
  readonly channelTypes: Map<string, ImportReportEntry['channel_types'][number]>;
  /** Options of a login provider that its users brought up. */
  readonly loginOptions: (OptionChange & { from: string })[];
  readonly money: { balances: number; debts: number };
  readonly now: number;
}

/** Names the rows of an entity of a run in `import_map`. */
export const placeOf = ({ name }: Pick<ImportRun, 'name'>, entity: ImportEntity) => ({
  source: name,
  entity,
});

/**
 * Works off pages of rows, one after the other; where calls run, it rests as long as each took. Throws
 * when the run is stopped.
 */
export async function workOffPages<Page extends readonly unknown[]>(
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
    if (run.gentle) await wait(run.target.clock.nowMs() - startedAt, undefined, { ref: true });
    // SQLite works within a turn of the event loop: without the next one nothing is checkpointed, and
    // no statement that was used is ever freed.
    else await setImmediate();
  }
}

/** The rows of a page of the source that no earlier run brought over. */
export async function withoutPresent(
  run: ImportRun,
  entity: ImportEntity,
  rows: readonly SourceRow[],
): Promise<SourceRow[]> {
  const idOf = (row: SourceRow) => Number(row['id']);
  const present = await findMapped(run.target.store.db, placeOf(run, entity), rows.map(idOf));
  return rows.filter((row) => !present.has(idOf(row)));
}
