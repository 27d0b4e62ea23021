import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  NOTIFICATION_DIGESTS,
  type NotificationChannelEntry,
  type NotificationChannelId,
  notificationChannels,
  type NotificationField,
  type NotificationTarget,
} from '@tollgate/contract';
import i18next from 'i18next';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { changedFields } from '../../ui/forms/changed-fields.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { OptionLink } from '../settings/option-link.tsx';
import type { NotificationCalls } from './calls-of.ts';
import type { NotificationOwner } from './query.ts';

type Channel = NotificationChannelEntry & { id: NotificationChannelId };
const channels: readonly Channel[] = notificationChannels;
const fieldsOf = (channel: string): readonly NotificationField[] =>
  channels.find(({ id }) => id === channel)?.fields ?? [];
const isSecret = ({ kind }: NotificationField) => kind.startsWith('secret');

/** Adds or edits a target; empty secret fields keep the stored secrets. */
export function TargetForm({
  target,
  calls,
  owner,
  close,
}: {
  /** Undefined for a new one. */
  target: NotificationTarget | undefined;
  calls: NotificationCalls;
  owner: NotificationOwner;
  close: () => void;
}) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: initialValues(target) });
  const values = form.getValues();
  const fields = fieldsOf(values.channel);
  const leave = useConfirmedClose(form.isDirty(), close);
  const saving = useEndpointMutation(calls.saveTarget, [calls.read]);
  const isSecretStored = (field: NotificationField) =>
    isSecret(field) && (target?.secrets.includes(field.key) ?? false);
  const labelOf = ({ key }: NotificationField) =>
    t(`notifications.fields.${key}` as 'notifications.fields.url');
  const submit = form.onSubmit(({ settings, ...rest }) => {
    const missing = fields.find(
      (field) => !field.optional && !isSecretStored(field) && !settings[field.key]?.trim(),
    );
    if (missing) {
      const name = `settings.${missing.key}`;
      form.setFieldError(
        name,
        t('errors.notification_field_required', { field: labelOf(missing) }),
      );
      return;
    }
    const known = Object.fromEntries(fields.map(({ key }) => [key, settings[key] ?? '']));
    const { settings: settingsBefore, ...restBefore } = form.getInitialValues();
    const body = target
      ? {
          ...changedFields(restBefore, rest),
          id: target.id,
          channel: rest.channel,
          settings: changedFields(settingsBefore, known) as Record<string, string>,
        }
      : { ...rest, settings: known };
    saving.mutate(
      { body },
      {
        onSuccess: () => {
          toastSuccess(t('notifications.saved'));
          close();
        },
        onError: (error) => {
          const { message } = error;
          const field = error.field?.replace(/^settings\./, '');
          if (field === 'channel') form.setFieldError(field, renderWithoutMail(message));
          else if (field === 'name') form.setFieldError(field, message);
          else if (fields.some(({ key }) => key === field))
            form.setFieldError(`settings.${field}`, message);
          else toastError(error);
        },
      },
    );
  });
  return (
    <FormModal title={t(target ? 'notifications.edit' : 'notifications.add')} leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('notifications.save')}
        busy={saving.isPending}
        leave={leave}
      >
        <Select
          label={t('notifications.channel')}
          disabled={target !== undefined}
          allowDeselect={false}
          data={channels
            .filter(({ scope }) => owner === 'site' || scope !== 'site')
            .map(({ id }) => ({ value: id, label: t(`notifications.channels.${id}`) }))}
          {...form.getInputProps('channel')}
        />
        <TextInput
          label={t('notifications.name')}
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('name')}
        />
        {fields.map((field) => {
          const Input = field.kind === 'secret' ? PasswordField : TextInput;
          return (
            <Input
              key={field.key}
              label={labelOf(field)}
              withAsterisk={!field.optional}
              autoComplete="off"
              {...(isSecretStored(field) ? { placeholder: t('notifications.secretKept') } : {})}
              {...form.getInputProps(`settings.${field.key}`)}
            />
          );
        })}
        <Group grow align="flex-start">
          <Select
            label={t('notifications.language')}
            allowDeselect={false}
            data={(['zh', 'en'] as const).map((value) => ({
              value,
              label: t(`notifications.languages.${value}`),
            }))}
            {...form.getInputProps('language')}
          />
          <Select
            label={t('notifications.digest')}
            allowDeselect={false}
            data={NOTIFICATION_DIGESTS.map((value) => ({
              value,
              label: t(`notifications.digests.${value}`),
            }))}
            {...form.getInputProps('digest')}
          />
        </Group>
        <Switch
          label={t('notifications.enabled')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </FormFrame>
    </FormModal>
  );
}

const renderWithoutMail = (text: string) => <WithoutMail text={text} />;

/** Why no e-mail is sent yet, with a link to fix it. */
function WithoutMail({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <>
      {text} <OptionLink option="SMTPServer">{t('notifications.setUpMail')}</OptionLink>
    </>
  );
}

type TargetValues = Omit<NotificationTarget, 'id' | 'secrets'>;

function initialValues(target: NotificationTarget | undefined): TargetValues {
  const empty = Object.fromEntries(
    channels.flatMap(({ fields }) => fields.map(({ key }) => [key, ''])),
  );
  return {
    channel: target?.channel ?? 'telegram',
    name: target?.name ?? '',
    enabled: target?.enabled ?? true,
    digest: target?.digest ?? 'none',
    language: target?.language ?? (i18next.language.startsWith('en') ? 'en' : 'zh'),
    settings: { ...empty, ...target?.settings },
  };
}
