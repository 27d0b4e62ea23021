import {
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Channel, ChannelType } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastDone, toastFailed } from '../../toasts.tsx';
import { useLeaveGuard } from '../../ui/guarded-modal.tsx';
import { JsonEditor, jsonProblem } from '../../ui/json-editor.tsx';
import { pages } from '../index.ts';
import { ModelsField } from './models-field.tsx';
import { CHANNEL_LISTS } from './use-change.ts';
import { type ChannelTypes, useChannelTypes } from './use-channel-types.ts';
import { asksFor, type ChannelValues, initialValues, toFields } from './values.ts';

const STATUS_TEMPLATE = '{"400":"500"}';
const TYPE_WITH_KEY_FILE = '41';

export type ChannelFormState = ReturnType<typeof useChannelForm>;

function useChannelForm(channel: Channel | undefined, find: ChannelTypes['find']) {
  const { t } = useTranslation();
  return useForm<ChannelValues>({
    initialValues: initialValues(channel),
    validate: {
      name: (name) => (name.trim() === '' ? t('channels.form.nameRequired') : null),
      key: (key) =>
        channel === undefined && key.trim() === '' ? t('channels.form.keyRequired') : null,
      models: (models) => (models.length === 0 ? t('channels.form.modelsRequired') : null),
      baseUrl: (url, { type }) =>
        url.trim() === '' && find(Number(type))?.base_url_required
          ? t('channels.form.baseUrlNone')
          : null,
      mapping: (text) => jsonProblem(text, t),
      statusMapping: (text) => jsonProblem(text, t),
      setting: (text) => jsonProblem(text, t),
    },
  });
}

/** Everything about one channel. */
export function ChannelForm({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const types = useChannelTypes();
  const form = useChannelForm(channel, types.find);
  const leaving = useRef(false);
  const create = useEndpointMutation(calls.createChannel, CHANNEL_LISTS);
  const update = useEndpointMutation(calls.updateChannel, CHANNEL_LISTS);
  useLeaveGuard(() => !leaving.current && form.isDirty());

  const back = () => void navigate({ to: pages.channel.path });
  const saved = (message: string) => {
    leaving.current = true;
    toastDone(message);
    back();
  };
  const submit = form.onSubmit(
    (values) => {
      if (!Array.isArray(values.models))
        return toastFailed(new Error(t('errors.channel_models_not_list')));
      const fields = toFields(values);
      if (channel)
        update.mutate(
          { body: { id: channel.id, ...fields } },
          { onSuccess: () => saved(t('channels.toast.updated')), onError: toastFailed },
        );
      else
        create.mutate(
          { body: fields },
          { onSuccess: () => saved(t('channels.toast.created')), onError: toastFailed },
        );
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );

  const type = types.find(Number(form.getValues().type));
  return (
    <form
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
    >
      <Stack maw={760} gap="md">
        <BasicFields form={form} types={types} type={type} editing={channel !== undefined} />
        <ModelsField form={form} type={type} channelId={channel?.id} />
        <RoutingFields form={form} />
        <Title order={2} mt="sm">
          {t('channels.form.advanced')}
        </Title>
        <AdvancedFields form={form} types={types} type={type} />
        <Group justify="flex-end" pt="sm" pb="xl">
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

interface FieldsProps {
  form: ChannelFormState;
  types: ChannelTypes;
  type: ChannelType | undefined;
}

function BasicFields({ form, types, type, editing }: FieldsProps & { editing: boolean }) {
  const { t } = useTranslation();
  const { type: number } = form.getValues();
  const keyHint = editing
    ? t('channels.form.keyKept')
    : t('channels.form.keyHint', { hint: types.textOf(type?.key_hint ?? '') });
  const many = !editing || number === TYPE_WITH_KEY_FILE;
  const options = types.types.map((entry) => ({
    value: String(entry.type),
    label: entry.supported
      ? types.label(entry.type)
      : t('channels.notSupported', { label: types.label(entry.type) }),
  }));
  return (
    <>
      <Select
        label={t('channels.form.type')}
        data={options}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        {...form.getInputProps('type')}
      />
      <TextInput label={t('channels.form.name')} maxLength={120} {...form.getInputProps('name')} />
      <TextInput
        label={t('channels.form.baseUrl')}
        description={
          type?.default_base_url
            ? t('channels.form.baseUrlHint', { url: type.default_base_url })
            : t('channels.form.baseUrlNone')
        }
        placeholder={type?.default_base_url}
        inputMode="url"
        {...form.getInputProps('baseUrl')}
      />
      {many ? (
        <Textarea
          label={t('channels.form.key')}
          description={keyHint}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('key')}
        />
      ) : (
        <PasswordInput
          label={t('channels.form.key')}
          description={keyHint}
          autoComplete="new-password"
          {...form.getInputProps('key')}
        />
      )}
    </>
  );
}

function RoutingFields({ form }: { form: ChannelFormState }) {
  const { t } = useTranslation();
  const groups = useEndpoint(calls.listGroups);
  return (
    <>
      <TagsInput
        label={t('channels.form.groups')}
        data={groups.data ?? []}
        {...form.getInputProps('groups')}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={t('channels.form.priority')}
          description={t('channels.form.priorityHint')}
          allowDecimal={false}
          min={-999}
          {...form.getInputProps('priority')}
        />
        <NumberInput
          label={t('channels.form.weight')}
          description={t('channels.form.weightHint')}
          allowDecimal={false}
          min={0}
          {...form.getInputProps('weight')}
        />
        <TextInput label={t('channels.form.tag')} {...form.getInputProps('tag')} />
      </Group>
      <Switch
        label={t('channels.form.autoBan')}
        description={t('channels.form.autoBanHint')}
        {...form.getInputProps('autoBan', { type: 'checkbox' })}
      />
    </>
  );
}

function AdvancedFields({ form, types, type }: FieldsProps) {
  const { t } = useTranslation();
  const hinted = (name: string, otherwise: string) => {
    const field = asksFor(type, name);
    return field
      ? {
          label: types.textOf(field.label_key) || otherwise,
          description: types.textOf(field.hint_key),
          placeholder: field.placeholder,
        }
      : { label: otherwise };
  };
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('channels.form.testModel')}
          description={t('channels.form.testModelHint')}
          {...form.getInputProps('testModel')}
        />
        <NumberInput
          label={t('channels.form.maxInput')}
          description={t('channels.form.maxInputHint')}
          min={0}
          allowDecimal={false}
          {...form.getInputProps('maxInputTokens')}
        />
      </Group>
      {asksFor(type, 'openai_organization') ? (
        <TextInput
          {...hinted('openai_organization', t('channels.form.organization'))}
          {...form.getInputProps('organization')}
        />
      ) : null}
      <TextInput {...hinted('other', t('channels.form.other'))} {...form.getInputProps('other')} />
      <JsonEditor
        label={t('channels.form.mapping')}
        description={t('channels.form.mappingHint')}
        {...form.getInputProps('mapping')}
      />
      <JsonEditor
        label={t('channels.form.statusMapping')}
        description={t('channels.form.statusMappingHint')}
        placeholder={STATUS_TEMPLATE}
        {...form.getInputProps('statusMapping')}
      />
      <div>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => form.setFieldValue('statusMapping', STATUS_TEMPLATE)}
        >
          {t('channels.form.fillTemplate')}
        </Button>
      </div>
      {asksFor(type, 'setting') ? (
        <JsonEditor
          {...hinted('setting', t('channels.form.setting'))}
          {...form.getInputProps('setting')}
        />
      ) : null}
    </>
  );
}
