import type { OptionDefinition } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import type { TableForm } from './table-form.ts';
import { findInvalidRow, readRows, type Row, type TableShape, writeRows } from './table-shape.ts';

/** Holds the rows of an option as typed, including unfinished ones, and keeps its text up to date. */
export function useTableRows(option: OptionDefinition, shape: TableShape, form: TableForm) {
  const { t } = useTranslation();
  const text = form.shown(option);
  const [typed, setTyped] = useState<{ text: string; rows: Row[] | undefined }>();
  // If the text was reverted, reset, saved or edited as JSON, the rows follow it.
  const rows = typed?.text === text ? typed.rows : readRows(shape, text);
  const invalidRow = rows && findInvalidRow(shape, rows);
  return {
    rows,
    invalidRow,
    change: (next: Row[]) => {
      const written = writeRows(shape, next);
      const mistake = findInvalidRow(shape, next);
      setTyped({ text: written, rows: next });
      form.set(
        option.key,
        written,
        mistake && t(`setting.table.wrong.${mistake.problem}`, { number: mistake.index + 1 }),
      );
    },
  };
}
