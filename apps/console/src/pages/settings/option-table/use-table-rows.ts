import type { OptionDefinition } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import type { TableForm } from './table-form.ts';
import { findInvalidRow, readRows, type Row, type TableShape, writeRows } from './table-shape.ts';

/** The rows of an option as they are typed, unfinished ones too; its text follows. */
export function useTableRows(option: OptionDefinition, shape: TableShape, form: TableForm) {
  const { t } = useTranslation();
  const text = form.shown(option);
  const [typed, setTyped] = useState<{ text: string; rows: Row[] | undefined }>();
  // Taken back, put to its default, saved or edited as JSON: the text leads.
  const rows = typed?.text === text ? typed.rows : readRows(shape, text);
  const wrong = rows && findInvalidRow(shape, rows);
  return {
    rows,
    wrong,
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
