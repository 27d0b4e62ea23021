import { Box, Button, Group, TagsInput } from '@mantine/core';
import type { ChannelType } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { UnpricedModels } from '../../ui/prices/unpriced-models.tsx';
import { fetchedHost, useFetchModels } from './use-fetch-models.ts';
import { useChannelModels } from './use-channel-models.ts';
import type { ChannelFormState } from './use-channel-form.ts';

export interface ModelsFieldProps {
  form: ChannelFormState;
  type: ChannelType | undefined;
  channelId: number | undefined;
}

/** The models of a channel: selected, typed, filled in from the provider or fetched from the upstream. */
export function ModelsField({ form, type, channelId }: ModelsFieldProps) {
  const { t } = useTranslation();
  const known = useEndpoint(calls.listKnownModels);
  const modelsOf = useChannelModels();
  const values = form.getValues();
  const { busy, fetchModels } = useFetchModels(form, channelId);
  const host = channelId === undefined ? fetchedHost(type, values.baseUrl) : '';

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
        // The list would cover why the field was refused.
        openOnFocus={form.errors['models'] === undefined}
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
          {host === '' ? t('channels.form.fetch') : t('channels.form.fetchFrom', { host })}
        </Button>
        {values.models.length > 0 ? (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => form.setFieldValue('models', [])}
          >
            {t('channels.form.clear')}
          </Button>
        ) : null}
      </Group>
      <Box mt="xs">
        <UnpricedModels models={values.models} />
      </Box>
    </div>
  );
}
