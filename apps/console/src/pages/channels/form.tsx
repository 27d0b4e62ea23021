import { type ChannelFormState, useChannelForm } from './use-channel-form.ts';
import { Button, Group, Stack, TagsInput } from '@mantine/core';
import type { Channel } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../texts.tsx';
import { ApiError } from '../../api/call-endpoint.ts';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { changedFields } from '../../ui/forms/changed-fields.ts';
import { useUnsavedChangesGuard } from '../../ui/forms/unsaved-changes.tsx';
import { useWarnOfUnpriced } from '../../ui/prices/use-warn-of-unpriced.ts';
import { pages } from '../index.ts';
import { BasicFields } from './basic-fields.tsx';
import { FormFoot } from './form-aside.tsx';
import { ChannelFolds } from './channel-folds.tsx';
import { ModelsField } from './models-field.tsx';
import { SaveAnyway } from './save-anyway.tsx';
import { CHANNEL_LISTS } from './use-channel-mutation.ts';
import { fieldPathOf } from './field-path-of.ts';
import { useCreateChannel } from './use-create-channel.ts';
import { useFetchOnLeave } from './use-fetch-models.ts';
import { useChannelTypes } from './use-channel-types.ts';
import { toFields } from './values.ts';

/** The form of a new or existing channel. */
export function ChannelForm({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const types = useChannelTypes();
  const form = useChannelForm(channel, types.find);
  const update = useEndpointMutation(calls.updateChannel, CHANNEL_LISTS);
  const warnOfUnpriced = useWarnOfUnpriced();
  const letLeave = useUnsavedChangesGuard(() => form.isDirty());

  /** Returns to the list, which shows the channels from `added` on as new. */
  const back = (added?: Channel) =>
    void navigate({ to: pages.channel.path, search: added ? { added: String(added.id) } : {} });
  const saved = (message: string, added?: Channel) => {
    letLeave();
    toastSuccess(message);
    void warnOfUnpriced(form.getValues().models);
    back(added);
  };
  /** Shows errors at their fields and focuses the first. */
  const showErrors = (errors: typeof form.errors) => {
    // A collapsed section opens if a field is invalid; only then can the field be focused.
    flushSync(() => form.setErrors(errors));
    const [first = ''] = Object.keys(errors);
    // A list has no field of its own: focus its first row instead.
    (form.getInputNode(first) ?? form.getInputNode(`${first}.0.name`))?.focus();
  };
  const refuse = (error: unknown, field = error instanceof ApiError ? (error.field ?? '') : '') => {
    const path = fieldPathOf(field, form.getValues());
    if (path === undefined || !(error instanceof Error)) return toastError(error);
    showErrors({ [path]: error.message });
  };
  const creation = useCreateChannel((created, tested) => {
    const [first] = created;
    if (created.length > 1 || !first)
      return saved(t('channels.toast.createdMany', { count: created.length }), first);
    if (!tested) return saved(t('channels.toast.created'), first);
    letLeave();
    toastSuccess(t('channels.toast.created'));
    const id = String(first.id);
    void navigate({ to: pages.channel.path, search: { test: id, added: id } });
  }, refuse);
  const submitBy = (way: 'tested' | 'anyway') =>
    form.onSubmit((values) => {
      if (!Array.isArray(values.models))
        return toastError(new Error(t('channels.form.modelsNotList')));
      const fields = toFields(values);
      // The placeholder is the default name.
      if (fields.name === '') fields.name = types.label(fields.type);
      if (channel)
        update.mutate(
          { body: { id: channel.id, ...changedFields(toFields(form.getInitialValues()), fields) } },
          {
            onSuccess: () => saved(t('channels.toast.updated')),
            onError: (error) => refuse(error),
          },
        );
      else if (way === 'tested') void creation.saveTested(fields);
      else creation.save(fields, false);
    }, showErrors);
  const busy = creation.busy || update.isPending;
  // Enter and Ctrl+Enter don’t need the button, which is disabled meanwhile.
  const submit = (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (!busy) submitBy('tested')(event);
  };

  const { focus } = useLocation({ select: ({ state }) => state as { focus?: string } });
  useEffect(() => {
    if (focus !== undefined) form.getInputNode(focus)?.focus();
    // Only on mount, if a link points to this field.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [focus]);

  const values = form.getValues();
  const type = types.find(Number(values.type));
  const fetchOnLeave = useFetchOnLeave(form, channel === undefined && type?.lists_models === true);
  return (
    <form
      onSubmit={submit}
      noValidate
      onBlur={fetchOnLeave}
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
    >
      <Stack gap="md">
        <BasicFields form={form} types={types} type={type} editing={channel !== undefined} />
        <ModelsField form={form} type={type} channelId={channel?.id} />
        <GroupsField form={form} />
        <ChannelFolds form={form} types={types} type={type} editing={channel !== undefined} />
        <FormFoot channel={channel} />
        {creation.failed ? (
          <SaveAnyway
            failed={creation.failed}
            busy={creation.busy}
            again={() => submit()}
            save={() => submitBy('anyway')()}
          />
        ) : null}
        <Group justify="flex-end" className="form-bar">
          <Button variant="default" onClick={() => back()}>
            {t('channels.form.back')}
          </Button>
          <Button type="submit" loading={busy}>
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
