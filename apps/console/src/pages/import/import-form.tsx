import {
  Button,
  Checkbox,
  FileInput,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { ImportRunEntry } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { JsonEditor } from '../../ui/forms/json-editor.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import type { useImportForm } from './use-import.ts';
import { families } from './values.ts';

type Form = ReturnType<typeof useImportForm>;

/** The source, the options, and the two steps: a dry run, then the import itself. */
export function ImportForm({ form, run }: { form: Form; run: ImportRunEntry | undefined }) {
  const { t } = useTranslation();
  const [isSubmitted, setSubmitted] = useState(false);
  const { values, change, isMissing, begin } = form;
  const isBusy = run?.state === 'running';
  const isTried = form.isTried && run?.state === 'done' && run.dry_run;
  const problem = isSubmitted && isMissing ? t('imports.page.required') : null;
  const start = (isDryRun: boolean) => {
    setSubmitted(true);
    if (isMissing) return;
    if (isDryRun) return begin(true);
    confirm({
      title: t('imports.page.importTitle'),
      text: t('imports.page.importText'),
      confirm: t('imports.page.import'),
      danger: false,
      run: () => begin(false),
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start(!isTried);
      }}
    >
      <Stack gap="lg">
        <SegmentedControl
          style={{ alignSelf: 'flex-start' }}
          aria-label={t('imports.page.source')}
          value={values.from}
          onChange={(from) => change({ from })}
          data={(['file', 'address'] as const).map((value) => ({
            value,
            label: t(`imports.page.${value}`),
          }))}
        />
        <SourceField form={form} problem={problem} />
        <Checkbox
          label={t('imports.page.logs')}
          description={t('imports.page.logsHint')}
          checked={values.logs}
          onChange={(event) => change({ logs: event.currentTarget.checked })}
        />
        {values.logs ? <LogFields form={form} /> : null}
        <MoreFields form={form} />
        <Group gap="sm">
          <Button
            type={isTried ? 'button' : 'submit'}
            variant={isTried ? 'default' : 'filled'}
            loading={form.isStarting && !isTried}
            disabled={isBusy}
            onClick={isTried ? () => start(true) : undefined}
          >
            {t('imports.page.try')}
          </Button>
          {isTried ? (
            <Button type="submit" loading={form.isStarting}>
              {t('imports.page.import')}
            </Button>
          ) : null}
          <Text size="sm" c="dimmed" aria-live="polite" flex="1 1 260px">
            {isBusy || isTried ? '' : hintOf(form, t)}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

function hintOf(
  { isUploading, isTried, hasTried }: Form,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  if (isUploading) return t('imports.page.uploading');
  return hasTried && !isTried ? t('imports.page.changed') : '';
}

/** A log with its own database: a file, or an address. */
function LogFields({ form: { values, change, logs } }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <FileInput
        label={t('imports.page.logsFile')}
        placeholder={t('imports.page.filePlaceholder')}
        value={logs.file}
        onChange={logs.setFile}
        clearable
        clearButtonProps={{ 'aria-label': t('imports.page.removeFile') }}
      />
      {logs.file ? null : (
        <TextInput
          label={t('imports.page.logsAddress')}
          autoComplete="off"
          spellCheck={false}
          value={values.logsAddress}
          onChange={(event) => change({ logsAddress: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function SourceField({ form, problem }: { form: Form; problem: string | null }) {
  const { t } = useTranslation();
  const { values, change, database } = form;
  return values.from === 'file' ? (
    <FileInput
      label={t('imports.page.fileLabel')}
      description={t('imports.page.fileHint')}
      placeholder={t('imports.page.filePlaceholder')}
      value={database.file}
      onChange={database.setFile}
      error={problem}
      clearable
      clearButtonProps={{ 'aria-label': t('imports.page.removeFile') }}
    />
  ) : (
    <TextInput
      label={t('imports.page.addressLabel')}
      description={t('imports.page.addressHint')}
      autoComplete="off"
      spellCheck={false}
      value={values.address}
      onChange={(event) => change({ address: event.currentTarget.value })}
      error={problem}
    />
  );
}

function MoreFields({ form: { values, change } }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <Fold
      title={t('imports.page.more')}
      value={t('imports.page.moreValue')}
      startsOpen={values.merge || values.refresh}
    >
      <Stack gap="md">
        <Checkbox
          label={t('imports.page.merge')}
          description={t('imports.page.mergeHint')}
          checked={values.merge}
          onChange={(event) => change({ merge: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('imports.page.refresh')}
          description={t('imports.page.refreshHint')}
          checked={values.refresh}
          onChange={(event) => change({ refresh: event.currentTarget.checked })}
        />
        <Select
          label={t('imports.page.family')}
          placeholder={t('imports.page.familyAuto')}
          data={[...families]}
          value={values.family || null}
          onChange={(family) => change({ family: family ?? '' })}
          clearable
        />
        <TextInput
          label={t('imports.page.name')}
          description={t('imports.page.nameHint')}
          value={values.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <JsonEditor
          label={t('imports.page.options')}
          description={t('imports.page.optionsHint')}
          value={values.options}
          onChange={(event) => change({ options: event.currentTarget.value })}
        />
      </Stack>
    </Fold>
  );
}
