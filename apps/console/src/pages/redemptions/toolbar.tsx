import { Select } from '@mantine/core';
import type { ListedRedemption } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import type { TableView } from '../../ui/tables/use-table-preferences.ts';
import { type RedemptionQuery, STATUS_NAMES } from './query.ts';

export interface RedemptionToolbarProps {
  query: RedemptionQuery;
  setQuery: (changes: Partial<RedemptionQuery>) => void;
  view: TableView<ListedRedemption>;
}

/** Search and filters; on a phone everything but the search is in a sheet. */
export function RedemptionToolbar({ query, setQuery, view }: RedemptionToolbarProps) {
  const { t } = useTranslation();
  const keyword = (
    <FilterInput
      icon
      label={t('redemptions.search')}
      value={query.keyword}
      apply={(text) => setQuery({ keyword: text })}
      width={280}
    />
  );
  const status = (
    <Select
      w={{ base: '100%', sm: 140 }}
      clearable
      aria-label={t('redemptions.statusFilter')}
      placeholder={t('redemptions.statusFilter')}
      value={query.status === 0 ? null : String(query.status)}
      data={STATUS_NAMES.map((name, index) => ({
        value: String(index + 1),
        label: t(`redemptions.status.${name}`),
      }))}
      onChange={(chosen) => setQuery({ status: Number(chosen) })}
    />
  );
  return (
    <ListToolbar
      search={keyword}
      filters={status}
      active={query.status === 0 ? 0 : 1}
      view={view}
    />
  );
}
