import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useTypedFilter } from './use-typed-filter.ts';

export interface FilterInputProps {
  label: string;
  value: string;
  apply: (value: string) => void;
  icon?: boolean;
  width?: number;
  /** Also applies while typing. Disable if only whole names or ids match. */
  live?: boolean;
}

/** A text filter that applies while typing, and at once on Enter and blur. */
export function FilterInput({
  label,
  value,
  apply,
  icon = false,
  width = 200,
  live = true,
}: FilterInputProps) {
  const { t } = useTranslation();
  const { text, typing, commit, clear } = useTypedFilter({ value, apply, live });
  return (
    <TextInput
      w={{ base: '100%', sm: width }}
      aria-label={label}
      placeholder={label}
      {...typing}
      onBlur={commit}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && commit()}
      leftSection={icon ? <IconSearch size={16} stroke={1.6} /> : undefined}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" aria-label={t('ui.table.clearFilters')} onClick={clear} />
        )
      }
    />
  );
}
