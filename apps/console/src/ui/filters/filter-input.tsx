import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useDraft } from '../hooks/use-draft.ts';
import { ClearButton } from './clear-button.tsx';

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
  const [text, setText] = useDraft(value);
  // An unchanged value is not applied again, which would go back to the first page.
  const applyNew = (words: string) => words.trim() !== value && apply(words.trim());
  const applySoon = useDebouncedCallback(applyNew, TYPING_PAUSE_MS);
  const commit = () => {
    applySoon.cancel();
    applyNew(text);
  };
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
          <ClearButton
            clear={() => {
              applySoon.cancel();
              setText('');
              apply('');
            }}
          />
        )
      }
    />
  );
}

/** How long typing must pause before a list is filtered. */
export const TYPING_PAUSE_MS = 200;
