import { Button, Group, NumberInput, Popover, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { pageNumbers, type PagerStyle } from './page-numbers.ts';
import { formatNumber } from '../format/format-number.ts';

export interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** False if the total is a lower bound. */
  totalIsExact?: boolean | undefined;
  /** Empty if all rows arrive at once. */
  pageSizes: readonly number[];
  style?: PagerStyle;
  change: (changes: { p?: number; page_size?: number }) => void;
}

/** Page numbers, page size and total; the first two only if there is a choice. */
export function Pager(props: PagerProps) {
  const { page, pageSize, total, totalIsExact = true, pageSizes, change } = props;
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
        {t('ui.pager.total', {
          total: `${formatNumber(total)}${totalIsExact ? '' : '+'}`,
        })}
        {pages > 1 ? ` · ${t('ui.pager.position', { page: Math.min(page, pages), pages })}` : ''}
      </Text>
      <Group gap={4} justify="flex-end" ml="auto">
        {pages > 1 ? <PageButtons {...props} pages={pages} /> : null}
        {total <= Math.min(...pageSizes, pageSize) ? null : (
          <Select
            size="xs"
            w={116}
            aria-label={t('ui.pager.size')}
            allowDeselect={false}
            value={String(pageSize)}
            data={[...new Set([...pageSizes, pageSize])]
              .sort((left, right) => left - right)
              .map((size) => ({ value: String(size), label: t('ui.pager.perPage', { size }) }))}
            onChange={(value) => value && change({ page_size: Number(value), p: 1 })}
          />
        )}
      </Group>
    </Group>
  );
}

/** Buttons for the other pages. */
function PageButtons({
  page,
  pages,
  style = 'window',
  change,
}: Pick<PagerProps, 'page' | 'style' | 'change'> & { pages: number }) {
  const { t } = useTranslation();
  return (
    <>
      <PageButton
        label={t('ui.pager.previous')}
        disabled={page <= 1}
        go={() => change({ p: page - 1 })}
      >
        <IconChevronLeft size={16} />
      </PageButton>
      {pageNumbers({ page, pages, style }).map((entry) =>
        entry === 'gap' ? (
          <GoToPage key="gap" page={page} pages={pages} go={(p) => change({ p })} />
        ) : (
          <Button
            key={entry}
            size="compact-sm"
            className="tabular"
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
    </>
  );
}

/** The ellipsis between the ends: click it to type a page number. */
function GoToPage({ page, pages, go }: { page: number; pages: number; go: (p: number) => void }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<number | string>(page);
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    const number = Math.trunc(Number(typed));
    if (number < 1 || number > pages) return;
    setOpened(false);
    go(number);
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="top" shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          color="slate"
          variant={page > 2 && page < pages - 1 ? 'light' : 'subtle'}
          aria-label={t('ui.pager.goTo')}
          aria-expanded={opened}
          onClick={() => {
            setTyped(page);
            setOpened(!opened);
          }}
        >
          …
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Group gap="xs" wrap="nowrap">
            <NumberInput
              size="xs"
              w={90}
              aria-label={t('ui.pager.goTo')}
              min={1}
              max={pages}
              allowDecimal={false}
              value={typed}
              onChange={setTyped}
            />
            <Button size="xs" type="submit">
              {t('ui.pager.go')}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

interface PageButtonProps {
  label: string;
  disabled: boolean;
  go: () => void;
  children: ReactNode;
}

function PageButton({ label, disabled, go, children }: PageButtonProps) {
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
