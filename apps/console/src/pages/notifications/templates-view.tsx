import { Button, Group, Select, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notificationEvents, type notificationTemplate } from '@tollgate/contract';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import type { z } from 'zod';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useUnsavedChangesGuard } from '../../ui/forms/unsaved-changes.tsx';
import { findUnknownPlaceholder, placeholdersOf } from './find-unknown-placeholder.ts';

type Template = z.output<typeof notificationTemplate>;
const LANGUAGES = ['zh', 'en'] as const;

/** The operator's own notification texts, per event and language. */
export function TemplatesView() {
  const { t } = useTranslation();
  const list = useEndpoint(calls.listNotificationTemplates);
  const [event, setEvent] = useState<Template['event']>(notificationEvents[0].id);
  const [language, setLanguage] = useState<Template['language']>(
    i18next.language.startsWith('en') ? 'en' : 'zh',
  );
  const [isDirty, setDirty] = useState(false);
  useUnsavedChangesGuard(() => isDirty, ['view', 'owner']);
  const leave = (run: () => void) => {
    if (!isDirty) return run();
    confirm({
      title: t('ui.discard.title'),
      text: t('ui.discard.text'),
      confirm: t('ui.discard.confirm'),
      run,
    });
  };
  if (list.error && !list.data)
    return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton height={240} mt="md" aria-busy />;
  const stored = list.data.find((one) => one.event === event && one.language === language);
  return (
    <Stack mt="md" maw={680}>
      <Group grow>
        <Select
          label={t('notifications.event')}
          allowDeselect={false}
          value={event}
          onChange={(chosen) => chosen && leave(() => setEvent(chosen))}
          data={notificationEvents.map(({ id }) => ({
            value: id,
            label: t(`notifications.events.${id}.name`),
          }))}
        />
        <Select
          label={t('notifications.language')}
          allowDeselect={false}
          value={language}
          onChange={(chosen) => chosen && leave(() => setLanguage(chosen))}
          data={LANGUAGES.map((value) => ({
            value,
            label: t(`notifications.languages.${value}`),
          }))}
        />
      </Group>
      <TemplateForm
        key={`${event}.${language}`}
        template={stored ?? { event, language, title: '', body: '' }}
        report={setDirty}
      />
    </Stack>
  );
}

function TemplateForm({
  template,
  report,
}: {
  template: Template;
  /** Receives whether the form has unsaved changes. */
  report: (isDirty: boolean) => void;
}) {
  const { t } = useTranslation();
  const { event, language } = template;
  const [title, setTitle] = useState(template.title);
  const [body, setBody] = useState(template.body);
  const isDirty = title !== template.title || body !== template.body;
  useEffect(() => {
    report(isDirty);
    return () => report(false);
  }, [isDirty, report]);
  const saving = useEndpointMutation(calls.saveNotificationTemplate, [
    calls.listNotificationTemplates,
  ]);
  const problem = (text: string) => {
    const name = findUnknownPlaceholder(event, text);
    return name === undefined ? undefined : t('errors.notification_placeholder_unknown', { name });
  };
  const problems = { title: problem(title), body: problem(body) };
  const save = (texts: { title: string; body: string }, saved = () => {}) =>
    saving.mutate(
      { body: { event, language, ...texts } },
      {
        onSuccess: () => {
          saved();
          toastSuccess(t('notifications.saved'));
        },
        onError: toastError,
      },
    );
  const restored = () => {
    setTitle('');
    setBody('');
  };
  const restore = () =>
    confirm({
      title: t('notifications.template.resetTitle', {
        event: t(`notifications.events.${event}.name`),
        language: t(`notifications.languages.${language}`),
      }),
      text: t('notifications.template.resetText'),
      confirm: t('notifications.template.reset'),
      run: () => save({ title: '', body: '' }, restored),
    });
  // The built-in text, in the user's language only: texts of other languages are not loaded.
  const usual = (part: 'title' | 'body') =>
    i18next.language.startsWith(language)
      ? t(`notifications.events.${event}.${part}`, { skipInterpolation: true })
      : '';
  const isValid = problems.title === undefined && problems.body === undefined;
  return (
    <form
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (isValid) save({ title, body });
      }}
    >
      <Stack>
        <TextInput
          label={t('notifications.template.title')}
          maxLength={200}
          placeholder={usual('title')}
          value={title}
          error={problems.title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          label={t('notifications.template.body')}
          maxLength={4000}
          autosize
          minRows={4}
          placeholder={usual('body')}
          value={body}
          error={problems.body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('notifications.template.placeholders', {
            names: placeholdersOf(event)
              .map((name) => `{{${name}}}`)
              .join(' '),
          })}
        </Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={template.title === '' && template.body === ''}
            onClick={restore}
          >
            {t('notifications.template.reset')}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={!isValid}>
            {t('notifications.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
