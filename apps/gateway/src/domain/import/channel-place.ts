import { findProvider, fitsKeyForm } from '@tollgate/dialects';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import type { Family } from './source-family.ts';
import type { SourceOptions } from './source-options.ts';

/** What the parts of a channel are read from. */
export interface ChannelPlace {
  family: Family;
  options: SourceOptions;
  row: SourceRow;
  name: string;
  /** Our type. */
  type: number;
  findings: ImportFindings;
}

/** Whether a key has the form that calls of a type need. */
export function fitsType(type: number, key: string): boolean {
  const { keyForm } = findProvider(type) ?? {};
  return !keyForm || fitsKeyForm(keyForm, key);
}
