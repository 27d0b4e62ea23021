import { Anchor, List, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Beside } from '../../ui/layout/beside.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DOCS_PATH } from '../paths.ts';
import { ImportForm } from './import-form.tsx';
import { RunSection } from './run-section.tsx';
import { useImportForm, useImportRun } from './use-import.ts';

/** Imports another gateway's database: dry run, import and report. */
export function ImportPage() {
  const { t } = useTranslation();
  const form = useImportForm();
  const { data: run, error, isPending, refetch } = useImportRun();
  return (
    <>
      <PageHeader title={t('imports.page.title')} note={t('imports.page.note')} />
      <Stack gap="xl">
        <Beside aside={<Steps />}>
          <ImportForm form={form} run={run ?? undefined} />
        </Beside>
        {isPending ? <Skeleton height={120} /> : null}
        {error && run === undefined ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : null}
        {run ? <RunSection run={run} merge={() => form.change({ merge: true })} /> : null}
      </Stack>
    </>
  );
}

const STEPS = ['dry', 'import', 'check', 'switch'] as const;

/** The way from the old gateway to this one. */
function Steps() {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md" component="aside">
      <Section title={t('imports.page.steps.title')}>
        <List type="ordered" spacing="xs" size="sm" pl="lg">
          {STEPS.map((step) => (
            <List.Item key={step}>{t(`imports.page.steps.${step}`)}</List.Item>
          ))}
        </List>
        <Text size="sm" c="dimmed" mt="sm">
          {t('imports.page.steps.safe')}
        </Text>
        <Anchor
          component={Link}
          to={`${DOCS_PATH}/import`}
          size="sm"
          mt="sm"
          display="inline-flex"
          className="touch-target"
        >
          {t('imports.page.guide')}
        </Anchor>
      </Section>
    </Paper>
  );
}
