import { Button, Group, Stack, Switch } from '@mantine/core';
import type { ChannelRow } from '@tollgate/contract';
import { IconTag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { FilterSheet } from '../../ui/filters/filter-sheet.tsx';
import { GroupFilter } from '../../ui/forms/group-select.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { TableView } from '../../ui/tables/use-table-preferences.ts';
import type { ChannelQuery } from './query.ts';

export interface ChannelToolbarProps {
  query: ChannelQuery;
  setQuery: (changes: Partial<ChannelQuery>) => void;
  setMode: (change: Partial<Pick<ChannelQuery, 'id_sort' | 'tag_mode'>>) => void;
  view: TableView<ChannelRow>;
}

/** Finding and ordering channels; on a phone all but the search is in a sheet. */
export function ChannelToolbar({ query, setQuery, setMode, view }: ChannelToolbarProps) {
  const { t } = useTranslation();
  const narrow = useIsMobile();
  const keyword = (
    <FilterInput
      icon
      label={t('channels.search')}
      value={query.keyword}
      apply={(text) => setQuery({ keyword: text })}
      width={220}
    />
  );
  const filters = (
    <>
      <FilterInput
        label={t('channels.model')}
        value={query.model}
        apply={(model) => setQuery({ model })}
        width={150}
      />
      <GroupFilter
        label={t('channels.group')}
        value={query.group}
        apply={(group) => setQuery({ group })}
      />
    </>
  );
  const switches = (
    <>
      <Switch
        size="xs"
        label={t('channels.menu.idSort')}
        checked={query.id_sort}
        onChange={(event) => setMode({ id_sort: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t('channels.menu.tagMode')}
        checked={query.tag_mode}
        onChange={(event) => setMode({ tag_mode: event.currentTarget.checked })}
      />
    </>
  );
  if (narrow) {
    const active = [query.model !== '', query.group !== '', query.id_sort, query.tag_mode];
    return (
      <Group mb="xs" gap="xs" wrap="nowrap">
        {keyword}
        <FilterSheet active={active.filter(Boolean).length}>
          {() => (
            <Stack pb="md">
              {filters}
              {switches}
            </Stack>
          )}
        </FilterSheet>
      </Group>
    );
  }
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      <Group gap="xs">
        {keyword}
        {filters}
      </Group>
      <Group gap="md">
        {switches}
        <TableSettings {...view} />
      </Group>
    </Group>
  );
}

/** Takes the place of the toolbar while rows are chosen. */
export function ChannelBatchBar({
  count,
  tag,
  clear,
}: {
  count: number;
  tag: () => void;
  clear: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Group mb="xs" gap="xs" mih={36}>
      <span aria-live="polite">{t('ui.table.selected', { count })}</span>
      <Button variant="default" leftSection={<IconTag size={16} />} onClick={tag}>
        {t('channels.actions.batchTag')}
      </Button>
      <Button variant="subtle" onClick={clear}>
        {t('ui.table.clearSelection')}
      </Button>
    </Group>
  );
}
