import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../hooks/use-draft.ts';

export interface FilterInputProps {
  label: string;
  value: string;
  apply: (value: string) => void;
  icon?: boolean;
  width?: number;
  /** Applies while typing, too; for what is searched in the page. */
  live?: boolean;
}

/** A text filter that applies on Enter and when it loses focus; only a live one while typing. */
export function FilterInput({
  label,
  value,
  apply,
  icon = false,
  width = 200,
  live = false,
}: FilterInputProps) {
  const { t } = useTranslation();
  const [text, setText] = useDraft(value);
  const commit = () => text.trim() !== value && apply(text.trim());
  const applySoon = useDebouncedCallback((words: string) => apply(words.trim()), TYPING_PAUSE_MS);
  return (
    <TextInput
      w={{ base: '100%', sm: width }}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        if (live) applySoon(event.currentTarget.value);
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      leftSection={icon ? <IconSearch size={16} stroke={1.6} /> : undefined}
      rightSection={
        text === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('ui.table.clearFilters')}
            onClick={() => {
              setText('');
              apply('');
            }}
          />
        )
      }
    />
  );
}

const TYPING_PAUSE_MS = 200;
