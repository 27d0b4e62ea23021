import { Group, MultiSelect, Select, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../lazy-part.ts';
import { useTranslation } from '../../texts.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { FilterSheet } from '../../ui/filters/filter-sheet.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { TableView } from '../../ui/tables/use-table-preferences.ts';
import { useStoredUser } from '../../session/session.ts';
import { CAPABILITIES } from './capabilities.ts';
import { type PriceRow, readCapabilities } from './price-rows.ts';
import type { PricingQuery } from './query.ts';

export interface PricingToolbarProps {
  query: PricingQuery;
  setQuery: (changes: Partial<PricingQuery>) => void;
  view: TableView<PriceRow>;
  /** Usable groups with their ratios. */
  ratios: Readonly<Record<string, number>>;
  /** Name of the user's own groups, whose prices are shown if none is selected. */
  ownGroup: string;
}

/** Search, filters, and the group whose prices are shown. */
export function PricingToolbar(props: PricingToolbarProps) {
  const { query, setQuery, view } = props;
  const { t } = useTranslation();
  const narrow = useIsMobile();
  const keyword = (
    <FilterInput
      icon
      label={t('pricing.search')}
      value={query.keyword}
      apply={(text) => setQuery({ keyword: text, p: 1 })}
      width={200}
    />
  );
  if (narrow) {
    const { group, type, capability } = query;
    const active = [group, type, capability].filter((value) => value !== '').length;
    return (
      <Group mb="xs" gap="xs" wrap="nowrap">
        {keyword}
        <FilterSheet active={active}>
          {() => (
            <Stack pb="md">
              <Selects {...props} />
              <OwnViews list={view.name} />
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
        <Selects {...props} />
      </Group>
      <Group gap="xs">
        <OwnViews list={view.name} />
        <TableSettings {...view} />
      </Group>
    </Group>
  );
}

// Visitors have no saved views, so they don't load this.
const SavedViews = lazyPart(async () => ({
  default: (await import('../../ui/filters/saved-views.tsx')).SavedViews,
}));

function OwnViews({ list }: { list: string }) {
  if (!useStoredUser()) return null;
  return (
    <Suspense fallback={null}>
      <SavedViews list={list} />
    </Suspense>
  );
}

function Selects({ query, setQuery, ratios, ownGroup }: PricingToolbarProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        w={{ base: '100%', sm: 170 }}
        clearable
        aria-label={t('pricing.group')}
        placeholder={t('pricing.ownGroup', { name: ownGroup })}
        value={query.group || null}
        data={Object.entries(ratios).map(([name, ratio]) => ({
          value: name,
          label: t('pricing.groupOption', { name, ratio }),
        }))}
        onChange={(group) => setQuery({ group: group ?? '', p: 1 })}
      />
      <Select
        w={{ base: '100%', sm: 140 }}
        clearable
        aria-label={t('pricing.columns.type')}
        placeholder={t('pricing.columns.type')}
        value={query.type || null}
        data={(['tokens', 'calls'] as const).map((type) => ({
          value: type,
          label: t(`pricing.types.${type}`),
        }))}
        onChange={(type) => setQuery({ type: type ?? '', p: 1 })}
      />
      <MultiSelect
        w={{ base: '100%', sm: 160 }}
        clearable
        aria-label={t('pricing.columns.capabilities')}
        placeholder={query.capability === '' ? t('pricing.columns.capabilities') : ''}
        value={readCapabilities(query.capability)}
        data={CAPABILITIES.map((name) => ({
          value: name,
          label: t(`ui.capabilities.${name}`),
        }))}
        onChange={(names) => setQuery({ capability: names.join(','), p: 1 })}
      />
    </>
  );
}
