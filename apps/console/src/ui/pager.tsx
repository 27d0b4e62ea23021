import { Button, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pageNumbers, type PagerStyle } from './page-numbers.ts';

export interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** False where the total is a lower bound. */
  totalIsExact?: boolean | undefined;
  pageSizes: readonly number[];
  style?: PagerStyle;
  change: (changes: { p?: number; page_size?: number }) => void;
}

/** Page numbers, the size of a page and how many rows there are. */
export function Pager({
  page,
  pageSize,
  total,
  totalIsExact = true,
  pageSizes,
  style = 'window',
  change,
}: PagerProps) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <Group
      justify="space-between"
      mt="sm"
      gap="xs"
      component="nav"
      aria-label={t('ui.pager.label')}
    >
      <Text size="sm" c="dimmed" className="tabular" aria-live="polite">
        {t('ui.pager.total', { total: `${total.toLocaleString()}${totalIsExact ? '' : '+'}` })}
      </Text>
      <Group gap={4}>
        <PageButton
          label={t('ui.pager.previous')}
          disabled={page <= 1}
          go={() => change({ p: page - 1 })}
        >
          <IconChevronLeft size={16} />
        </PageButton>
        {pageNumbers({ page, pages, style }).map((entry, index) =>
          entry === 'gap' ? (
            <Text key={`gap-${index}`} c="dimmed" px={4} aria-hidden>
              …
            </Text>
          ) : (
            <Button
              key={entry}
              size="compact-sm"
              variant={entry === page ? 'filled' : 'subtle'}
              color={entry === page ? 'gate' : 'slate'}
              aria-current={entry === page ? 'page' : undefined}
              aria-label={t('ui.pager.page', { page: entry })}
              onClick={() => change({ p: entry })}
            >
              {entry}
            </Button>
          ),
        )}
        <PageButton
          label={t('ui.pager.next')}
          disabled={page >= pages}
          go={() => change({ p: page + 1 })}
        >
          <IconChevronRight size={16} />
        </PageButton>
        <Select
          size="xs"
          w={110}
          aria-label={t('ui.pager.size')}
          allowDeselect={false}
          value={String(pageSize)}
          data={[...new Set([...pageSizes, pageSize])]
            .sort((left, right) => left - right)
            .map((size) => ({ value: String(size), label: t('ui.pager.perPage', { size }) }))}
          onChange={(value) => value && change({ page_size: Number(value), p: 1 })}
        />
      </Group>
    </Group>
  );
}

function PageButton({
  label,
  disabled,
  go,
  children,
}: {
  label: string;
  disabled: boolean;
  go: () => void;
  children: React.ReactNode;
}) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="slate"
      aria-label={label}
      disabled={disabled}
      onClick={go}
    >
      {children}
    </Button>
  );
}
