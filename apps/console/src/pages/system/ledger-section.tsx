import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { BooksResult } from '@tollgate/contract';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { i18n } from 'i18next';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { formatTime } from '../../ui/format/format-time.ts';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { Section } from '../../ui/layout/section.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { RelativeTime } from '../../ui/display/time-text.tsx';
import { SectionTable } from './section-table.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

type Discrepancy = BooksResult['discrepancies'][number];
type Rule = BooksResult['rules'][number];

/** Whether the ledger is balanced, according to the latest check of any node, and a check on demand. */
export function LedgerSection({ reconciliation }: { reconciliation: BooksResult | undefined }) {
  const { t } = useTranslation();
  const check = useEndpointMutation(calls.checkBooks, [calls.getSystemStatus]);
  return (
    <Section
      title={t('system.books.title')}
      note={t('system.books.hint')}
      aside={
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate({}, { onError: toastError })}
        >
          {t('system.books.check')}
        </Button>
      }
    >
      {reconciliation ? <Findings reconciliation={reconciliation} /> : <Skeleton height={24} />}
    </Section>
  );
}

function Findings({ reconciliation }: { reconciliation: BooksResult }) {
  const { t, i18n } = useTranslation();
  return (
    <Stack gap="xs">
      <Group gap="md" aria-live="polite">
        <Verdict reconciliation={reconciliation} />
        {reconciliation.checked_at === null ? null : (
          <Text size="sm" c="dimmed" component="span">
            {t('system.books.checked')} <RelativeTime seconds={reconciliation.checked_at} />
          </Text>
        )}
      </Group>
      <SectionTable
        label={t('system.books.rule')}
        columns={ruleColumns(i18n)}
        rows={reconciliation.rules}
        empty={null}
      />
      {reconciliation.total > 0 ? (
        <SectionTable
          label={t('system.books.title')}
          columns={discrepancyColumns(i18n)}
          rows={reconciliation.discrepancies}
          empty={null}
        />
      ) : null}
      {reconciliation.total > reconciliation.discrepancies.length ? (
        <Text size="sm" c="dimmed">
          {t('system.books.shown', { count: reconciliation.discrepancies.length })}
        </Text>
      ) : null}
    </Stack>
  );
}

function Verdict({ reconciliation }: { reconciliation: BooksResult }) {
  const { t } = useTranslation();
  if (reconciliation.checked_at === null)
    return <StatusTag tone="off" icon={IconClock} label={t('system.books.never')} />;
  if (reconciliation.total === 0)
    return <StatusTag tone="good" icon={IconCircleCheck} label={t('system.books.right')} />;
  const label = t('system.books.wrong', { count: reconciliation.total });
  return <StatusTag tone="bad" icon={IconAlertTriangle} label={label} />;
}

/** Returns the columns of the comparisons: whether each agrees, over how much, and when it was checked. */
function ruleColumns(texts: i18n): Column<Rule>[] {
  const { t } = texts;
  const column = (key: 'rule' | 'result' | 'looked' | 'last') => ({
    key,
    header: t(`system.books.${key}`),
  });
  return [
    {
      ...column('rule'),
      mobile: 'title',
      render: ({ rule }) => translateEnum(texts, 'system.rules', rule),
    },
    { ...column('result'), mobile: 'badge', render: (rule) => <RuleResult rule={rule} /> },
    {
      ...column('looked'),
      mobile: 'figure',
      align: 'end',
      render: ({ looked }) => formatNumber(looked),
    },
    {
      ...column('last'),
      mobile: 'status',
      align: 'end',
      render: ({ checked_at: at }) =>
        at === null ? t('system.books.never') : <RelativeTime seconds={at} />,
    },
  ];
}

function RuleResult({ rule: { wrong, checked_at: at } }: { rule: Rule }) {
  const { t } = useTranslation();
  if (wrong > 0)
    return (
      <StatusTag
        tone="bad"
        icon={IconAlertTriangle}
        label={t('system.books.differ', { count: wrong })}
      />
    );
  if (at === null) return <StatusTag tone="off" icon={IconClock} label={t('system.books.never')} />;
  return <StatusTag tone="good" icon={IconCircleCheck} label={t('system.books.agrees')} />;
}

function discrepancyColumns(texts: i18n): Column<Discrepancy>[] {
  const { t } = texts;
  const column = (key: 'subject' | 'rule' | 'should' | 'is' | 'difference') => ({
    key,
    header: t(`system.books.${key}`),
  });
  return [
    { ...column('subject'), mobile: 'title', render: (row) => subjectText(texts, row) },
    { ...column('rule'), render: ({ rule }) => translateEnum(texts, 'system.rules', rule) },
    {
      ...column('should'),
      align: 'end',
      render: ({ should }) => formatNumber(should),
    },
    { ...column('is'), align: 'end', render: ({ is }) => formatNumber(is) },
    {
      ...column('difference'),
      align: 'end',
      render: ({ should, is }) => formatNumber(is - should, { signDisplay: 'exceptZero' }),
    },
  ];
}

function subjectText({ t, exists }: i18n, { subject, id }: Discrepancy): string {
  const key = `system.subjects.${subject}`;
  return exists(key) ? t(key, { id, time: formatTime(id) }) : `${subject} ${id}`;
}
