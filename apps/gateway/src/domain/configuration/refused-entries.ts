import type { ConfigurationChange } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';

export interface RefusedEntry {
  kind: ConfigurationChange['kind'];
  name: string;
  error: AppError;
}

/** All entries of a configuration that are refused. */
export class RefusedEntries extends Error {
  readonly entries: readonly RefusedEntry[];

  constructor(entries: readonly RefusedEntry[]) {
    super('refused');
    this.name = 'RefusedEntries';
    this.entries = entries;
  }
}

/**
 * Runs the work for every entry, continuing after refusals. Throws RefusedEntries with all that were refused.
 */
export function forEachEntry<Entry>(
  kind: RefusedEntry['kind'],
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  work: (entry: Entry) => void,
): void {
  const refused = entries.flatMap((entry): RefusedEntry[] => {
    try {
      work(entry);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [{ kind, name: nameOf(entry), error }];
    }
  });
  if (refused.length > 0) throw new RefusedEntries(refused);
}
