import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../texts.tsx';
import { IconButton } from '../display/icon-button.tsx';
import type { KeyValuePair } from './key-value-pairs.ts';
import { useRowFocus } from './use-row-focus.ts';

export interface KeyValueRowsProps {
  /** Accessible name of the rows. */
  label: string;
  rows: readonly KeyValuePair[];
  change: (rows: KeyValuePair[]) => void;
  /** Placeholders for a name and a value. */
  examples?: { name: string; value: string };
  error?: boolean;
  /** The path by which a form finds the rows. */
  path: string;
  /** Content next to the button that adds a row. */
  children?: ReactNode;
}

/** Name and value pairs in rows. */
export function KeyValueRows({
  label,
  rows,
  change,
  examples,
  error = false,
  path,
  children,
}: KeyValueRowsProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const focusRow = useRowFocus(frame);
  const resize = (focused: number, changed: KeyValuePair[]) => {
    focusRow(focused);
    change(changed);
  };
  const set = (index: number, part: Partial<KeyValuePair>) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const shared = { spellCheck: false, error };
  return (
    <Stack gap={6} ref={frame}>
      {rows.map((row, index) => (
        // Rows have no other name than their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} gap={6} wrap="nowrap">
          <TextInput
            {...shared}
            flex={2}
            aria-label={t('ui.pairs.name', { label, number: index + 1 })}
            placeholder={examples?.name}
            data-path={`${path}.${index}.name`}
            data-row-start
            value={row.name}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <TextInput
            {...shared}
            flex={3}
            aria-label={t('ui.pairs.value', { label, number: index + 1 })}
            placeholder={examples?.value}
            value={row.value}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
          />
          <IconButton
            label={t('ui.pairs.remove', { label, number: index + 1 })}
            icon={IconTrash}
            run={() =>
              resize(
                index,
                rows.filter((_row, at) => at !== index),
              )
            }
          />
        </Group>
      ))}
      <Group gap={6} mb={6}>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} />}
          aria-label={t('ui.pairs.add', { label })}
          onClick={() => resize(rows.length, [...rows, { name: '', value: '' }])}
        >
          {t('ui.pairs.addShort')}
        </Button>
        {children}
      </Group>
    </Stack>
  );
}
