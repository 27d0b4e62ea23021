import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useTypedFilter } from '../../ui/filters/use-typed-filter.ts';

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
  const { text, typing, commit, clear } = useTypedFilter({ value, apply });
  return (
    <Group
      component="form"
      role="search"
      gap="xs"
      wrap="nowrap"
      className="keyword-search"
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <TextInput
        flex={1}
        aria-label={label}
        placeholder={label}
        {...typing}
        maxLength={200}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        rightSection={
          text === '' ? null : (
            <CloseButton size="sm" aria-label={t('ui.table.clearFilters')} onClick={clear} />
          )
        }
      />
      <Button type="submit" variant="default">
        {t('wallet.log.search')}
      </Button>
    </Group>
  );
}
