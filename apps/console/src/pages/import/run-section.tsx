import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ImportRunEntry } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ReportSection } from './report-section.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** Progress and result of the latest import, or why it ended early. `merge` allows adding to what exists. */
export function RunSection({ run, merge }: { run: ImportRunEntry; merge: () => void }) {
  const { t } = useTranslation();
  if (run.state === 'running') return <Running run={run} />;
  if (run.report) return <ReportSection report={run.report} />;
  const isStopped = run.state === 'stopped';
  const [tried, ran] = isStopped
    ? (['dryStoppedTitle', 'stoppedTitle'] as const)
    : (['dryFailedTitle', 'failedTitle'] as const);
  return (
    <Alert
      color={isStopped ? 'yellow' : 'red'}
      variant="light"
      role="alert"
      title={t(`imports.page.${run.dry_run ? tried : ran}`)}
    >
      <Stack gap={4}>
        {run.failure ? <Text size="sm">{t(`imports.failures.${run.failure.code}`)}</Text> : null}
        {run.failure?.detail ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {run.failure.detail}
          </Text>
        ) : null}
        <Text size="sm">
          {t(run.dry_run ? 'imports.page.nothingChanged' : 'imports.page.stoppedText')}
        </Text>
        {run.failure?.code === 'in_use' ? (
          <Button mt="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={merge}>
            {t('imports.page.turnOnMerge')}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

function Running({
  run: { area, done, total, dry_run: isDryRun, source },
}: {
  run: ImportRunEntry;
}) {
  const { t } = useTranslation();
  const stop = useEndpointMutation(calls.stopImport, [calls.getImport]);
  const title = t(isDryRun ? 'imports.page.trying' : 'imports.page.running');
  const text = area
    ? t('imports.page.progress', {
        area: t(`imports.areas.${area}`),
        done: formatNumber(done),
        total: formatNumber(total),
      })
    : t('imports.page.begin');
  const confirmStop = () =>
    confirm({
      title: t(isDryRun ? 'imports.page.dryStopTitle' : 'imports.page.stopTitle'),
      text: t(isDryRun ? 'imports.page.nothingChanged' : 'imports.page.stopText'),
      confirm: t('imports.page.stop'),
      run: () => stop.mutate({}, { onError: toastError }),
    });
  return (
    <Section
      title={title}
      note={source || t('imports.page.uploaded')}
      aside={
        <Button variant="default" loading={stop.isPending} onClick={confirmStop}>
          {t('imports.page.stop')}
        </Button>
      }
    >
      <Stack gap="xs">
        <Progress
          aria-label={title}
          value={total > 0 ? (100 * done) / total : 0}
          animated
          size="lg"
        />
        <Group justify="space-between" gap="xs">
          <Text size="sm" aria-live="polite">
            {text}
          </Text>
          <Text size="sm" c="dimmed">
            {t('imports.page.leave')}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
}
