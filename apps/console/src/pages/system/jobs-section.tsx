import { Button, Stack, Text } from '@mantine/core';
import type { SystemStatus } from '@tollgate/contract';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconPlayerPlay } from '@tabler/icons-react';
import type { i18n } from 'i18next';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { Section } from '../../ui/layout/section.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { RelativeTime } from '../../ui/display/time-text.tsx';
import { SectionTable } from './section-table.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

type Job = SystemStatus['jobs'][number];

/** Those that are fine are not worth a page of scrolling. */
const SHOWN = 8;
const hasFailed = ({ last_error: error }: Job) => error !== '';

/** The jobs of the cluster, with the result of the latest run: failed ones first. */
export function JobsSection({ jobs }: { jobs: readonly Job[] | undefined }) {
  const { t, i18n } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const sorted = jobs?.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)));
  const failed = jobs?.filter(hasFailed).length ?? 0;
  const shownCount = showsAll ? sorted?.length : Math.max(SHOWN, failed);
  const hidden = (sorted?.length ?? 0) - (sorted?.slice(0, shownCount).length ?? 0);
  const note =
    failed > 0
      ? t('system.jobs.someFailed', { count: failed })
      : t('system.jobs.allOk', { count: sorted?.length ?? 0 });
  return (
    <Section title={t('system.jobs.title')} {...(sorted?.length ? { note } : {})}>
      <SectionTable
        label={t('system.jobs.title')}
        columns={jobColumns(i18n)}
        rows={sorted?.slice(0, shownCount)}
        empty={
          <EmptyState
            icon={IconClock}
            title={t('system.jobs.empty')}
            text={t('system.jobs.emptyText')}
          />
        }
      />
      {hidden > 0 ? (
        <Button size="compact-sm" variant="subtle" mt="xs" onClick={() => setShowsAll(true)}>
          {t('ui.table.showFurther', { count: hidden })}
        </Button>
      ) : null}
    </Section>
  );
}

function jobColumns(texts: i18n): Column<Job>[] {
  const { t } = texts;
  const column = (key: 'name' | 'state' | 'started' | 'finished' | 'runs') => ({
    key,
    header: t(`system.jobs.${key}`),
  });
  const time = (at: number) => (at === 0 ? t('system.jobs.never') : <RelativeTime seconds={at} />);
  return [
    {
      ...column('name'),
      mobile: 'title',
      render: ({ name }) => (
        <span title={name}>{translateEnum(texts, 'system.jobNames', name)}</span>
      ),
    },
    { ...column('state'), mobile: 'badge', render: (job) => <JobState job={job} /> },
    { ...column('started'), mobile: 'hidden', render: ({ last_started_at: at }) => time(at) },
    { ...column('finished'), mobile: 'status', render: ({ last_finished_at: at }) => time(at) },
    {
      ...column('runs'),
      mobile: 'figure',
      align: 'end',
      render: ({ run_count: runs }) => formatNumber(runs),
    },
  ];
}

function JobState({ job }: { job: Job }) {
  const { t } = useTranslation();
  if (job.last_error !== '')
    return (
      <Stack gap={2}>
        <StatusTag tone="bad" icon={IconAlertTriangle} label={t('system.jobs.failed')} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {job.last_error}
        </Text>
      </Stack>
    );
  if (job.last_started_at > job.last_finished_at)
    return <StatusTag tone="info" icon={IconPlayerPlay} label={t('system.jobs.running')} />;
  return <StatusTag tone="good" icon={IconCircleCheck} label={t('system.jobs.ok')} />;
}
