import { findProvider, fitsKeyForm } from '@tollgate/dialects';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import type { Family } from './source-family.ts';
import type { SourceOptions } from './source-options.ts';

/** What the mappers of a channel's parts read. */
export interface ChannelContext {
  family: Family;
  options: SourceOptions;
  row: SourceRow;
  name: string;
  /** Our channel type. */
  type: number;
  findings: ImportFindings;
}

/** Returns whether a key has the form that calls of a type need. */
export function matchesKeyForm(type: number, key: string): boolean {
  const { keyForm } = findProvider(type) ?? {};
  return !keyForm || fitsKeyForm(keyForm, key);
}
