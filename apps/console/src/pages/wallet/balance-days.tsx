import { Button, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import dayjs from 'dayjs';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { SignedMoney } from '../../ui/display/signed-money.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { browserZone } from '../../ui/format/browser-zone.ts';
import { type DaySums, toDaySums } from './day-sums.ts';
import { MonthSteps } from './month-steps.tsx';
import { localeOf } from '../../ui/format/locale-of.ts';

/** The total and a week; each is a card there. */
const SHOWN_ON_PHONES = 8;

interface BalanceDaysProps {
  /** For example 2026-11; '' means the current one. */
  month: string;
  setMonth: (month: string) => void;
}

/** Calls, refunds and credits of the user's balance on each day of a month, and in total. */
export function BalanceDays({ month, setMonth }: BalanceDaysProps) {
  const { t, i18n } = useTranslation();
  const list = useEndpoint(calls.listOwnBalanceDays, {
    query: { month, time_zone: browserZone() },
  });
  const rows = useMemo(() => list.data && toDaySums(list.data.items), [list.data]);
  const narrow = useIsMobile();
  const [all, setAll] = useState(false);
  const hidden = narrow && !all ? Math.max(0, (rows?.length ?? 0) - SHOWN_ON_PHONES) : 0;
  const columns = useMemo(
    () => dayColumns(t, { language: i18n.language, narrow, rows }),
    [t, i18n.language, narrow, rows],
  );
  return (
    <>
      <MonthSteps month={month} hasEarlier={list.data?.has_earlier !== false} setMonth={setMonth} />
      <DataTable
        label={t('wallet.changes.title')}
        columns={columns}
        rows={hidden > 0 ? rows?.slice(0, SHOWN_ON_PHONES) : rows}
        rowId={({ id }) => id}
        error={list.error}
        fetching={list.isFetching}
        retry={() => void list.refetch()}
        skeletonRows={4}
        empty={
          <Text c="dimmed" py="lg" ta="center">
            {t('wallet.changes.emptyMonth')}
          </Text>
        }
      />
      {hidden > 0 ? (
        <Button variant="subtle" fullWidth onClick={() => setAll(true)}>
          {t('wallet.changes.moreDays', { count: hidden })}
        </Button>
      ) : null}
    </>
  );
}

type Figure = 'usage' | 'refunds' | 'credits' | 'other' | 'net';

/** Hiding order of columns if space is short: day, change and balance always stay. */
const RANKS: Readonly<Record<Figure, number>> = {
  other: 4,
  refunds: 3,
  credits: 2,
  usage: 1,
  net: 0,
};

interface DayTable {
  language: string;
  /** On a phone each day only shows the parts of its change, if there is more than one. */
  narrow: boolean;
  rows: readonly DaySums[] | undefined;
}

/** The `other` column is left out if no day of the month has a value. */
function dayColumns(t: TFunction, { language, narrow, rows = [] }: DayTable): Column<DaySums>[] {
  const days = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    weekday: 'short',
  });
  const figure = (key: Figure): Column<DaySums>[] =>
    key === 'other' && rows.every((row) => row.other === 0)
      ? []
      : [
          {
            key,
            header: t(`wallet.changes.columns.${key}`),
            align: 'end',
            mobile: key === 'net' ? 'badge' : 'meta',
            rank: RANKS[key],
            render: (row) =>
              narrow && key !== 'net' && (row[key] === 0 || row[key] === row.net)
                ? null
                : strongIf(row.id === 0, <SignedMoney quota={row[key]} />),
          },
        ];
  return [
    {
      key: 'day',
      header: t('wallet.changes.columns.day'),
      fixed: true,
      mobile: 'title',
      render: ({ id }) =>
        id === 0 ? (
          <strong>{t('wallet.changes.total')}</strong>
        ) : (
          days.format(dayjs.unix(id).toDate())
        ),
    },
    ...figure('usage'),
    ...figure('refunds'),
    ...figure('credits'),
    ...figure('other'),
    ...figure('net'),
    {
      key: 'after',
      header: t('wallet.changes.columns.after'),
      align: 'end',
      mobile: 'meta',
      // On a phone a day is one line: the balance is in the total.
      render: ({ id, after }) =>
        narrow && id !== 0 ? null : strongIf(id === 0, <Money quota={after} />),
    },
  ];
}

const strongIf = (isStrong: boolean, content: ReactNode) =>
  isStrong ? <strong>{content}</strong> : content;
