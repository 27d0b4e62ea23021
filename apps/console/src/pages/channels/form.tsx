import { type ChannelFormState, useChannelForm } from './use-channel-form.ts';
import { Button, Group, Stack, TagsInput } from '@mantine/core';
import type { Channel } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { useUnsavedChangesGuard } from '../../ui/forms/unsaved-changes.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { pages } from '../index.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { BasicFields, ConnectionFields } from './basic-fields.tsx';
import { ModelsField } from './models-field.tsx';
import { RoutingFields } from './routing-fields.tsx';
import { SettingSection } from './setting-section.tsx';
import { CHANNEL_LISTS } from './use-channel-mutation.ts';
import { useFetchModels } from './use-fetch-models.ts';
import { useChannelTypes } from './use-channel-types.ts';
import { countAdvanced, countChanged, toFields } from './values.ts';

/** Everything about one channel. */
export function ChannelForm({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const types = useChannelTypes();
  const form = useChannelForm(channel, types.find);
  const create = useEndpointMutation(calls.createChannel, CHANNEL_LISTS);
  const update = useEndpointMutation(calls.updateChannel, CHANNEL_LISTS);
  const [mending, setMending] = useState(false);
  const { fetchModels } = useFetchModels(form, channel?.id);
  const letLeave = useUnsavedChangesGuard(() => form.isDirty());

  const back = () => void navigate({ to: pages.channel.path });
  const saved = (message: string) => {
    letLeave();
    toastSuccess(message);
    back();
  };
  const test = (id: number) => {
    letLeave();
    toastSuccess(t('channels.toast.created'));
    void navigate({ to: pages.channel.path, search: { test: String(id) } });
  };
  const submit = form.onSubmit(
    (values) => {
      if (!Array.isArray(values.models))
        return toastError(new Error(t('channels.form.modelsNotList')));
      const fields = toFields(values);
      // The name that the form proposes.
      if (fields.name === '') fields.name = types.label(fields.type);
      if (channel)
        update.mutate(
          { body: { id: channel.id, ...fields } },
          { onSuccess: () => saved(t('channels.toast.updated')), onError: toastError },
        );
      else
        create.mutate(
          { body: fields },
          {
            onSuccess: (created) => {
              const [first] = created;
              if (created.length === 1 && first) return test(first.id);
              saved(t('channels.toast.createdMany', { count: created.length }));
            },
            onError: toastError,
          },
        );
    },
    (errors) => {
      setMending(true);
      const [first = ''] = Object.keys(errors);
      // A list has no field of its own: its first row stands for it.
      (form.getInputNode(first) ?? form.getInputNode(`${first}.0.name`))?.focus();
    },
  );

  const values = form.getValues();
  const type = types.find(Number(values.type));
  const open = channel !== undefined || mending;
  return (
    <form
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
    >
      <Stack maw={760} gap="md">
        <div
          onBlur={({ target }) => {
            const { key, models } = form.getValues();
            const isKey = (target as HTMLElement).dataset['path'] === 'key';
            if (isKey && !channel && type?.lists_models && key.trim() && models.length === 0)
              void fetchModels(true);
          }}
        >
          <Stack gap="md">
            <BasicFields form={form} types={types} type={type} editing={channel !== undefined} />
            <ModelsField form={form} type={type} channelId={channel?.id} />
            <GroupsField form={form} />
          </Stack>
        </div>
        <Fold
          title={t('channels.form.sections.connection')}
          value={values.baseUrl || (type?.default_base_url ?? '')}
          startsOpen={open || type?.base_url_required === true}
        >
          <Stack gap="md">
            <ConnectionFields
              form={form}
              types={types}
              type={type}
              editing={channel !== undefined}
            />
          </Stack>
        </Fold>
        <Fold
          title={t('channels.form.sections.routing')}
          value={t('channels.form.routingValue', {
            priority: values.priority,
            weight: values.weight,
            tag: values.tag || '–',
          })}
          startsOpen={open}
        >
          <Stack gap="md">
            <RoutingFields form={form} />
          </Stack>
        </Fold>
        <Fold
          title={t('channels.setting.title')}
          value={t('channels.form.changed', { count: countChanged(values) })}
          startsOpen={open}
        >
          <SettingSection form={form} types={types} type={type} />
        </Fold>
        <Fold
          title={t('channels.form.advanced')}
          value={t('channels.form.changed', { count: countAdvanced(values) })}
          startsOpen={open}
        >
          <Stack gap="md">
            <AdvancedFields form={form} />
          </Stack>
        </Fold>
        <Group justify="flex-end" className="form-bar">
          <Button variant="default" onClick={back}>
            {t('channels.form.back')}
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {t(channel ? 'channels.form.submit' : 'channels.form.saveAndTest')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function GroupsField({ form }: { form: ChannelFormState }) {
  const { t } = useTranslation();
  const groups = useEndpoint(calls.listGroups);
  return (
    <TagsInput
      label={t('channels.form.groups')}
      data={groups.data ?? []}
      {...form.getInputProps('groups')}
    />
  );
}
