import { Group, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ChannelRow } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { parseKeyValuePairs, stringifyKeyValuePairs } from '../../ui/forms/key-value-pairs.ts';
import { KeyValueField } from '../../ui/forms/key-value-field.tsx';
import { keyValueErrorMessage } from './validate-channel.ts';

/** Changes all channels of a tag at once; empty fields are left unchanged. */
export function TagForm({
  row,
  close,
  done,
}: {
  row: ChannelRow;
  close: () => void;
  done: () => void;
}) {
  const { t } = useTranslation();
  const groups = useEndpoint(calls.listGroups);
  const models = useEndpoint(calls.listKnownModels);
  const save = useEndpointMutation(calls.updateTag);
  const form = useForm({
    initialValues: {
      tag: row.tag,
      models: [] as string[],
      groups: [] as string[],
      mapping: parseKeyValuePairs(''),
      priority: '' as number | '',
      weight: '' as number | '',
    },
    validate: { mapping: (pairs) => keyValueErrorMessage(pairs, t) },
  });
  const leave = useConfirmedClose(form.isDirty(), close);
  const submit = form.onSubmit((values) => {
    if (!form.isDirty()) return toastError(new Error(t('channels.toast.noChange')));
    save.mutate(
      {
        body: {
          tag: row.tag,
          new_tag: values.tag === row.tag ? null : values.tag,
          models: values.models.length === 0 ? null : values.models,
          groups: values.groups.length === 0 ? null : values.groups,
          model_mapping: stringifyKeyValuePairs(values.mapping) || null,
          priority: values.priority === '' ? null : values.priority,
          weight: values.weight === '' ? null : values.weight,
        },
      },
      {
        onSuccess: () => {
          toastSuccess(t('channels.toast.tagUpdated'));
          close();
          done();
        },
        onError: showRefusalAt(form, {
          name_unreadable: 'tag',
          channel_group_unknown: 'groups',
          model_mapping_invalid: 'mapping',
          model_mapping_loop: 'mapping',
        }),
      },
    );
  });
  return (
    <FormModal title={t('channels.tag.edit', { tag: row.tag })} leave={leave}>
      <FormFrame submit={submit} submitLabel={t('ui.save')} busy={save.isPending} leave={leave}>
        <TextInput
          label={t('channels.tag.newTag')}
          description={t('channels.tag.newTagHint')}
          data-autofocus
          {...form.getInputProps('tag')}
        />
        <TagsInput
          label={t('channels.tag.models')}
          description={t('channels.tag.keep')}
          data={(models.data ?? []).map(({ id }) => id)}
          limit={100}
          {...form.getInputProps('models')}
        />
        <TagsInput
          label={t('channels.tag.groups')}
          description={t('channels.tag.keep')}
          data={groups.data ?? []}
          {...form.getInputProps('groups')}
        />
        <KeyValueField
          label={t('channels.tag.mapping')}
          path="mapping"
          description={t('channels.tag.keep')}
          {...form.getInputProps('mapping')}
          value={form.getValues().mapping}
        />
        <Group grow>
          <NumberInput
            label={t('channels.columns.priority')}
            description={t('channels.tag.keep')}
            allowDecimal={false}
            min={-999}
            {...form.getInputProps('priority')}
          />
          <NumberInput
            label={t('channels.columns.weight')}
            description={t('channels.tag.keep')}
            allowDecimal={false}
            min={0}
            {...form.getInputProps('weight')}
          />
        </Group>
      </FormFrame>
    </FormModal>
  );
}
