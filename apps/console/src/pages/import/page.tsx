import { Anchor, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
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
      <PageHeader
        title={t('imports.page.title')}
        note={
          <>
            {t('imports.page.note')}{' '}
            <Anchor
              component={Link}
              to={`${DOCS_PATH}/import`}
              inherit
              underline="always"
              className="touch-target"
            >
              {t('imports.page.guide')}
            </Anchor>
          </>
        }
      />
      <Stack gap="xl" maw={860}>
        <ImportForm form={form} run={run ?? undefined} />
        {isPending ? <Skeleton height={120} /> : null}
        {error && run === undefined ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : null}
        {run ? <RunSection run={run} /> : null}
      </Stack>
    </>
  );
}
