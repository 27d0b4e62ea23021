import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import type { ImportReportEntry } from '@tollgate/contract';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { Section } from '../../ui/layout/section.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { pages } from '../index.ts';
import { Mappings } from './mappings.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

type Area = ImportReportEntry['areas'][number];
type Finding = ImportReportEntry['findings'][number];

/** What was or would be imported: rows by kind, money, and what was changed or skipped and why. */
export function ReportSection({ report }: { report: ImportReportEntry }) {
  const { t } = useTranslation();
  const { dry_run: isDryRun, source, family, areas, findings, groups } = report;
  return (
    <Section
      title={t(isDryRun ? 'imports.page.dryReport' : 'imports.page.report')}
      note={t('imports.page.from', { source: source || t('imports.page.uploaded'), family })}
      aside={isDryRun ? null : <NextPages />}
    >
      <Stack gap="md">
        <DataTable
          label={t('imports.page.area')}
          columns={areaColumns(t, report)}
          rows={areas.filter(({ found }) => found > 0)}
          rowId={({ area }) => areas.findIndex((one) => one.area === area) + 1}
          error={null}
          fetching={false}
          retry={() => undefined}
          empty={null}
          compact
        />
        <MoneyFacts report={report} />
        <DescriptionList>
          <DescriptionItem name={t('imports.page.groups')} show={Object.keys(groups).length > 0}>
            {Object.entries(groups)
              .map(([group, ratio]) => `${group} × ${ratio}`)
              .join(', ')}
          </DescriptionItem>
        </DescriptionList>
        <Mappings report={report} />
        <Title order={3}>{t('imports.page.findings')}</Title>
        {findings.length === 0 ? (
          <Text size="sm">{t('imports.page.noFindings')}</Text>
        ) : (
          <div>
            {findings.map((finding) => (
              <FindingFold key={finding.code} finding={finding} />
            ))}
          </div>
        )}
      </Stack>
    </Section>
  );
}

const NEXT_PAGES = { channels: 'channel', prices: 'prices', users: 'user' } as const;

/** Where to check what was imported. */
function NextPages() {
  const { t } = useTranslation();
  return (
    <Group gap="xs" role="group" aria-label={t('imports.page.next.title')}>
      {(['channels', 'prices', 'users'] as const).map((name) => (
        <Button key={name} variant="default" component={Link} to={pages[NEXT_PAGES[name]].path}>
          {t(`imports.page.next.${name}`)}
        </Button>
      ))}
    </Group>
  );
}

function areaColumns(
  t: TFunction,
  { dry_run: isDryRun, areas }: ImportReportEntry,
): Column<Area>[] {
  const count = (
    key: 'found' | 'imported' | 'present' | 'renewed' | 'skipped',
    header: string,
  ) => ({
    key,
    header,
    align: 'end' as const,
    render: (row: Area) => formatNumber(row[key]),
  });
  return [
    {
      key: 'area',
      header: t('imports.page.area'),
      mobile: 'title',
      render: ({ area }) => t(`imports.areas.${area}`),
    },
    count('found', t('imports.page.found')),
    count('imported', t(isDryRun ? 'imports.page.toImport' : 'imports.page.imported')),
    count('present', t('imports.page.present')),
    ...(areas.some(({ renewed }) => renewed > 0)
      ? [count('renewed', t('imports.page.renewed'))]
      : []),
    count('skipped', t('imports.page.skipped')),
  ];
}

function MoneyFacts({ report: { money } }: { report: ImportReportEntry }) {
  const { t } = useTranslation();
  const { balances, debts, opened, differences } = money;
  return (
    <Stack gap="xs">
      <DescriptionList>
        <DescriptionItem name={t('imports.page.balances')}>
          <Money quota={balances} />
        </DescriptionItem>
        <DescriptionItem name={t('imports.page.debts')} show={debts > 0}>
          <Money quota={debts} exact />
        </DescriptionItem>
        <DescriptionItem name={t('imports.page.opened')} show={opened !== null}>
          <Money quota={opened ?? 0} />
        </DescriptionItem>
      </DescriptionList>
      {differences === null ? null : (
        <Group aria-live="polite">
          {verdictOf(t, { isSame: opened === balances, differences })}
        </Group>
      )}
    </Stack>
  );
}

function verdictOf(
  t: TFunction,
  { isSame, differences }: { isSame: boolean; differences: number },
) {
  if (differences > 0)
    return (
      <StatusTag
        tone="bad"
        icon={IconAlertTriangle}
        label={t('imports.page.noMatch', { count: differences })}
      />
    );
  return isSame ? (
    <StatusTag tone="good" icon={IconCircleCheck} label={t('imports.page.match')} />
  ) : (
    <StatusTag tone="warn" icon={IconAlertTriangle} label={t('imports.page.sumsDiffer')} />
  );
}

/** One kind of finding, with the objects that it is about. */
function FindingFold({ finding: { area, code, count, examples } }: { finding: Finding }) {
  const { t } = useTranslation();
  const rest = count - examples.length;
  return (
    <Fold
      title={t(`imports.findings.${code}`)}
      value={`${t(`imports.areas.${area}`)} (${formatNumber(count)})`}
      startsOpen={false}
    >
      <List size="sm" spacing={2}>
        {examples.map(({ subject, detail }, index) => (
          <List.Item key={index} style={{ overflowWrap: 'anywhere' }}>
            {detail === '' ? subject : `${subject}: ${detail}`}
          </List.Item>
        ))}
        {rest > 0 ? <List.Item>{t('imports.page.rest', { count: rest })}</List.Item> : null}
      </List>
    </Fold>
  );
}
