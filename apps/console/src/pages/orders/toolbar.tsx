import { Select } from '@mantine/core';
import { type Order, PAYMENT_PROVIDER_IDS, paymentProviderTable } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import type { TableView } from '../../ui/tables/use-table-preferences.ts';
import type { OrderQuery } from './query.ts';

export interface OrderToolbarProps {
  query: OrderQuery;
  setQuery: (changes: Partial<OrderQuery>) => void;
  view: TableView<Order>;
}

const PROVIDERS = PAYMENT_PROVIDER_IDS.map((value) => ({
  value,
  label: Object.values(paymentProviderTable[value].methods).join(', '),
}));

/** Search and filters; on a phone everything but the search is in a sheet. */
export function OrderToolbar({ query, setQuery, view }: OrderToolbarProps) {
  const { t } = useTranslation();
  const keyword = (
    <FilterInput
      icon
      label={t('orders.search')}
      value={query.keyword}
      apply={(text) => setQuery({ keyword: text, p: 1 })}
      width={260}
    />
  );
  const others = (
    <>
      <FilterInput
        label={t('orders.user')}
        value={query.user}
        apply={(user) => setQuery({ user, p: 1 })}
        width={160}
      />
      <Select
        w={{ base: '100%', sm: 180 }}
        clearable
        aria-label={t('orders.provider')}
        placeholder={t('orders.provider')}
        value={query.provider || null}
        data={PROVIDERS}
        onChange={(chosen) => setQuery({ provider: chosen ?? '', p: 1 })}
        comboboxProps={{ withinPortal: false }}
      />
    </>
  );
  return (
    <ListToolbar
      search={keyword}
      filters={others}
      active={(query.user === '' ? 0 : 1) + (query.provider === '' ? 0 : 1)}
      view={view}
    />
  );
}
