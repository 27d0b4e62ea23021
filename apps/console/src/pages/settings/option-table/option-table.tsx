import { Button, Group, Stack } from '@mantine/core';
import type { OptionDefinition } from '@tollgate/contract';
import { IconBraces, IconForms, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { FieldGroup } from '../../../ui/forms/field-group.tsx';
import { JsonEditor } from '../../../ui/forms/json-editor.tsx';
import { useRowFocus } from '../../../ui/forms/use-row-focus.ts';
import { optionProblem } from '../option-problem.tsx';
import type { TableForm } from './table-form.ts';
import { TableRows } from './table-rows.tsx';
import { newRow, type TableShape } from './table-shape.ts';
import { useTableRows } from './use-table-rows.ts';

export interface OptionTableProps {
  option: OptionDefinition;
  shape: TableShape;
  form: TableForm;
  label: string;
  description: ReactNode;
  disabled: boolean;
}

/** A JSON option that is really a list: edited as a table, with its JSON one click away. */
export function OptionTable({ option, shape, form, ...shared }: OptionTableProps) {
  const { label, disabled } = shared;
  const { t } = useTranslation();
  const [wantsJson, setWantsJson] = useState(false);
  const { rows, invalidRow, change } = useTableRows(option, shape, form);
  const frame = useRef<HTMLDivElement>(null);
  const focusRow = useRowFocus(frame);
  const error = optionProblem(option, form);
  const isJson = wantsJson || rows === undefined;
  const view = t(isJson ? 'ui.pairs.asRows' : 'ui.pairs.asJson');
  const toggle = (
    <Button
      size="compact-xs"
      variant="default"
      // JSON of another shape can't be shown as a table; an invalid cell would be lost in JSON.
      disabled={rows === undefined || invalidRow !== undefined}
      leftSection={isJson ? <IconForms size={13} /> : <IconBraces size={13} />}
      aria-label={`${view}: ${label}`}
      onClick={() => setWantsJson(!isJson)}
    >
      {view}
    </Button>
  );
  if (isJson)
    return (
      <>
        <JsonEditor
          {...shared}
          error={error}
          data-path={option.key}
          maxRows={24}
          value={form.shown(option)}
          onChange={(event) => form.set(option.key, event.currentTarget.value)}
        />
        <Group my={6}>{toggle}</Group>
      </>
    );
  return (
    <FieldGroup
      label={label}
      {...(shared.description === undefined ? {} : { description: shared.description })}
      error={error}
    >
      <Stack gap={6} my={6} ref={frame}>
        <TableRows
          label={label}
          path={option.key}
          shape={shape}
          rows={rows}
          change={change}
          remove={(index) => {
            focusRow(index);
            change(rows.filter((_row, at) => at !== index));
          }}
          disabled={disabled}
          invalidRow={invalidRow}
        />
        <Group gap={6}>
          <Button
            size="compact-xs"
            variant="default"
            disabled={disabled}
            leftSection={<IconPlus size={13} />}
            aria-label={t('ui.pairs.add', { label })}
            onClick={() => {
              focusRow(rows.length);
              change([...rows, newRow(shape)]);
            }}
          >
            {t('ui.pairs.addShort')}
          </Button>
          {toggle}
        </Group>
      </Stack>
    </FieldGroup>
  );
}
