import { NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { i18n } from 'i18next';
import { useTranslation } from '../../../texts.tsx';
import { IconButton } from '../../../ui/display/icon-button.tsx';
import { MoneyInput } from '../../../ui/forms/money-input.tsx';
import { translateEnum } from '../../../ui/format/translate-enum.ts';
import { isNumber, type Row, type TableColumn, type TableShape } from './table-shape.ts';

export interface TableRowsProps {
  label: string;
  /** The path by which the form finds the first cell. */
  path: string;
  shape: TableShape;
  rows: readonly Row[];
  change: (rows: Row[]) => void;
  remove: (index: number) => void;
  disabled: boolean;
  invalidRow: { index: number } | undefined;
}

/** The rows of an option, each cell with its own field. */
export function TableRows(props: TableRowsProps) {
  const { label, path, shape, rows, change, remove, disabled, invalidRow } = props;
  const { t, i18n } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <div className="option-table">
      <table>
        <thead>
          <tr>
            {shape.columns.map(({ key }) => (
              <th key={key} scope="col">
                {nameOf(i18n, key)}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{nameOf(i18n, 'remove')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {shape.columns.map((column, place) => (
                <td key={column.key} data-kind={column.kind}>
                  <Cell
                    column={column}
                    label={t('setting.table.cell', {
                      label,
                      column: nameOf(i18n, column.key),
                      number: index + 1,
                    })}
                    path={index === (invalidRow?.index ?? 0) && place === 0 ? path : undefined}
                    value={row[column.key] ?? ''}
                    disabled={disabled}
                    isFirst={place === 0}
                    isWrong={index === invalidRow?.index && place === 0}
                    apply={(value) =>
                      change(
                        rows.map((one, at) =>
                          at === index ? { ...one, [column.key]: value } : one,
                        ),
                      )
                    }
                  />
                </td>
              ))}
              <td>
                <IconButton
                  label={t('ui.pairs.remove', { label, number: index + 1 })}
                  icon={IconTrash}
                  run={() => remove(index)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const nameOf = (texts: i18n, key: string) => translateEnum(texts, 'setting.table.columns', key);

interface CellProps {
  column: TableColumn;
  label: string;
  path: string | undefined;
  value: string;
  disabled: boolean;
  isFirst: boolean;
  isWrong: boolean;
  apply: (value: string) => void;
}

function Cell({ column, label, path, value, disabled, isFirst, isWrong, apply }: CellProps) {
  const { i18n } = useTranslation();
  const shared = {
    'aria-label': label,
    'data-path': path,
    disabled,
    value,
    ...(isFirst ? { 'data-row-start': true } : {}),
  };
  if (column.kind === 'choice')
    return (
      <NativeSelect
        {...shared}
        data={(column.choices ?? []).map((choice) => ({
          value: choice,
          label: translateEnum(i18n, 'setting.table.scopes', choice),
        }))}
        onChange={(event) => apply(event.currentTarget.value)}
      />
    );
  if (column.isQuota)
    return (
      <MoneyInput
        {...shared}
        allowNegative={false}
        hideControls
        onChange={(quota) => apply(String(quota))}
        value={value === '' ? '' : Number(value)}
      />
    );
  return (
    <TextInput
      {...shared}
      spellCheck={false}
      {...(column.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
      placeholder={column.example}
      error={column.kind === 'number' ? !isNumber(value) : isWrong}
      onChange={(event) => apply(event.currentTarget.value)}
    />
  );
}
