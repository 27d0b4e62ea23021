import { Button, Group, TagsInput } from '@mantine/core';
import type { ChannelType } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { useChannelModels } from './use-channel-models.ts';
import type { ChannelFormState } from './use-channel-form.ts';

export interface ModelsFieldProps {
  form: ChannelFormState;
  type: ChannelType | undefined;
  channelId: number | undefined;
}

/** The models of a channel: chosen, typed, filled in from the provider or asked of the upstream. */
export function ModelsField({ form, type, channelId }: ModelsFieldProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const known = useEndpoint(calls.listKnownModels);
  const modelsOf = useChannelModels();
  const values = form.getValues();

  const fetchModels = async () => {
    if (channelId === undefined && values.key.trim() === '')
      return form.setFieldError('key', t('channels.form.keyRequired'));
    setBusy(true);
    try {
      const models =
        channelId === undefined || values.key.trim() !== ''
          ? await callEndpoint(calls.fetchModels, {
              body: {
                type: Number(values.type),
                base_url: values.baseUrl,
                key: values.key,
                other: values.other,
              },
            })
          : await callEndpoint(calls.fetchStoredModels, { params: { id: channelId } });
      form.setFieldValue('models', [...new Set([...values.models, ...models])]);
      toastSuccess(t('channels.form.fetched', { count: models.length }));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div>
      <TagsInput
        label={
          values.models.length > 0
            ? t('channels.peek.models', { count: values.models.length })
            : t('channels.form.models')
        }
        className="long-list"
        description={t('channels.form.modelsHint')}
        data={(known.data ?? []).map(({ id }) => id)}
        splitChars={[',', '\n']}
        limit={100}
        maxDropdownHeight={260}
        onDuplicate={() => form.setFieldError('models', t('channels.form.modelsExist'))}
        {...form.getInputProps('models')}
      />
      <Group gap={6} mt={6}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            form.setFieldValue('models', [
              ...new Set([...values.models, ...modelsOf(Number(values.type), type?.models)]),
            ])
          }
        >
          {t('channels.form.fill')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          loading={busy}
          onClick={() => void fetchModels()}
        >
          {t('channels.form.fetch')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => form.setFieldValue('models', [])}
        >
          {t('channels.form.clear')}
        </Button>
      </Group>
    </div>
  );
}
