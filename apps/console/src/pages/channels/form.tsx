import { type ChannelFormState, useChannelForm } from './use-channel-form.ts';
import { Button, Group, Stack, TagsInput } from '@mantine/core';
import type { Channel } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { useUnsavedChangesGuard } from '../../ui/forms/unsaved-changes.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { pages } from '../index.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { BasicFields } from './basic-fields.tsx';
import { ModelsField } from './models-field.tsx';
import { RoutingFields } from './routing-fields.tsx';
import { SettingSection } from './setting-section.tsx';
import { CHANNEL_LISTS } from './use-channel-mutation.ts';
import { useChannelTypes } from './use-channel-types.ts';
import { toFields } from './values.ts';

/** Everything about one channel. */
export function ChannelForm({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const types = useChannelTypes();
  const form = useChannelForm(channel, types.find);
  const create = useEndpointMutation(calls.createChannel, CHANNEL_LISTS);
  const update = useEndpointMutation(calls.updateChannel, CHANNEL_LISTS);
  const letLeave = useUnsavedChangesGuard(() => form.isDirty());

  const back = () => void navigate({ to: pages.channel.path });
  const saved = (message: string) => {
    letLeave();
    toastSuccess(message);
    back();
  };
  const submit = form.onSubmit(
    (values) => {
      if (!Array.isArray(values.models))
        return toastError(new Error(t('channels.form.modelsNotList')));
      const fields = toFields(values);
      if (channel)
        update.mutate(
          { body: { id: channel.id, ...fields } },
          { onSuccess: () => saved(t('channels.toast.updated')), onError: toastError },
        );
      else
        create.mutate(
          { body: fields },
          {
            onSuccess: ({ length: count }) =>
              saved(
                count > 1
                  ? t('channels.toast.createdMany', { count })
                  : t('channels.toast.created'),
              ),
            onError: toastError,
          },
        );
    },
    (errors) => {
      const [first = ''] = Object.keys(errors);
      // A list has no field of its own: its first row stands for it.
      (form.getInputNode(first) ?? form.getInputNode(`${first}.0.name`))?.focus();
    },
  );

  const type = types.find(Number(form.getValues().type));
  return (
    <form
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
    >
      <Stack maw={760} gap="xl">
        <Section title={t('channels.form.sections.upstream')}>
          <Stack gap="md">
            <BasicFields form={form} types={types} type={type} editing={channel !== undefined} />
          </Stack>
        </Section>
        <Section title={t('channels.form.sections.models')}>
          <Stack gap="md">
            <ModelsField form={form} type={type} channelId={channel?.id} />
            <GroupsField form={form} />
          </Stack>
        </Section>
        <Section title={t('channels.form.sections.routing')}>
          <Stack gap="md">
            <RoutingFields form={form} />
          </Stack>
        </Section>
        <SettingSection form={form} types={types} type={type} />
        <Section title={t('channels.form.advanced')}>
          <Stack gap="md">
            <AdvancedFields form={form} />
          </Stack>
        </Section>
        <Group justify="flex-end" className="form-bar">
          <Button variant="default" onClick={back}>
            {t('channels.form.back')}
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {t('channels.form.submit')}
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
