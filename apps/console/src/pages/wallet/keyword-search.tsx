import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { ClearButton } from '../../ui/filters/clear-button.tsx';
import { TYPING_PAUSE_MS } from '../../ui/filters/filter-input.tsx';
import { useDraft } from '../../ui/hooks/use-draft.ts';

/** A search field that applies while typing, and at once on Enter or with its button. */
export function KeywordSearch({
  label,
  value,
  apply,
}: {
  label: string;
  value: string;
  apply: (keyword: string) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useDraft(value);
  const applySoon = useDebouncedCallback(
    (words: string) => words.trim() !== value && apply(words.trim()),
    TYPING_PAUSE_MS,
  );
  return (
    <Group
      component="form"
      role="search"
      gap="xs"
      wrap="nowrap"
      className="keyword-search"
      onSubmit={(event) => {
        event.preventDefault();
        applySoon.cancel();
        apply(text.trim());
      }}
    >
      <TextInput
        flex={1}
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={(event) => {
          setText(event.currentTarget.value);
          applySoon(event.currentTarget.value);
        }}
        leftSection={<IconSearch size={16} stroke={1.6} />}
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
      <Button type="submit" variant="default">
        {t('wallet.log.search')}
      </Button>
    </Group>
  );
}
