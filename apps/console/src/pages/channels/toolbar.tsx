import { Select, Switch } from '@mantine/core';
import type { ChannelRow } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import { GroupFilter } from '../../ui/forms/group-select.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { TableView } from '../../ui/tables/use-table-preferences.ts';
import type { ChannelQuery } from './query.ts';
import type { ChannelTypes } from './use-channel-types.ts';

export interface ChannelToolbarProps {
  query: ChannelQuery;
  setQuery: (changes: Partial<ChannelQuery>) => void;
  setMode: (change: Pick<ChannelQuery, 'tag_mode'>) => void;
  view: TableView<ChannelRow>;
  types: ChannelTypes;
}

/** Search and filters; on a phone everything but the search is in a sheet. */
export function ChannelToolbar({ query, setQuery, setMode, view, types }: ChannelToolbarProps) {
  const { t } = useTranslation();
  const narrow = useIsMobile();
  const keyword = (
    <FilterInput
      icon
      label={t('channels.search')}
      value={query.keyword}
      apply={(text) => setQuery({ keyword: text })}
      width={200}
    />
  );
  const filters = (
    <>
      <FilterInput
        label={t('channels.model')}
        value={query.model}
        apply={(model) => setQuery({ model })}
        width={120}
      />
      <GroupFilter
        label={t('channels.group')}
        value={query.group}
        apply={(group) => setQuery({ group })}
      />
      <Select
        aria-label={t('channels.columns.type')}
        placeholder={t('channels.columns.type')}
        w={narrow ? undefined : 120}
        searchable
        clearable
        data={types.types.map(({ type }) => ({ value: String(type), label: types.label(type) }))}
        value={query.type === 0 ? null : String(query.type)}
        onChange={(type) => setQuery({ type: Number(type ?? 0), p: 1 })}
      />
      <FilterInput
        label={t('channels.form.tag')}
        value={query.tag}
        apply={(tag) => setQuery({ tag })}
        width={100}
      />
    </>
  );
  const active = [
    query.model !== '',
    query.group !== '',
    query.type !== 0,
    query.tag !== '',
    query.tag_mode,
  ];
  return (
    <ListToolbar
      search={keyword}
      filters={filters}
      modes={
        <Switch
          size="xs"
          label={t('channels.menu.tagMode')}
          checked={query.tag_mode}
          onChange={(event) => setMode({ tag_mode: event.currentTarget.checked })}
        />
      }
      active={active.filter(Boolean).length}
      view={view}
    />
  );
}
