import { Group, SegmentedControl } from '@mantine/core';
import { USAGE_SPANS, type UsageSpan } from '@tollgate/contract';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import type { DashboardQuery } from './query.ts';

/** How fine and how far back, and (for administrators) whose calls. */
export function Toolbar({
  query,
  setQuery,
  span,
  admin,
}: {
  query: DashboardQuery;
  setQuery: (changes: Partial<DashboardQuery>) => void;
  span: UsageSpan;
  admin: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Group mb="sm" gap="xs" justify="space-between">
      <Group gap="xs">
        <SegmentedControl
          aria-label={t('dashboard.span')}
          value={span}
          data={USAGE_SPANS.map((value) => ({ value, label: t(`dashboard.spans.${value}`) }))}
          onChange={(by) => setQuery({ by, back: 0 })}
        />
        <Group gap={0} wrap="nowrap">
          <IconButton
            label={t('dashboard.earlier')}
            icon={IconChevronLeft}
            run={() => setQuery({ back: query.back + 1 })}
          />
          <IconButton
            label={t('dashboard.later')}
            icon={IconChevronRight}
            disabled={query.back === 0}
            run={() => setQuery({ back: query.back - 1 })}
          />
        </Group>
      </Group>
      {admin ? (
        <FilterInput
          icon
          label={t('dashboard.username')}
          value={query.username}
          apply={(username) => setQuery({ username })}
        />
      ) : null}
    </Group>
  );
}
