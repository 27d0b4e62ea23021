import { Autocomplete, Button } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { parseKeyValuePairs } from '../../ui/forms/key-value-pairs.ts';
import { KeyValueField } from '../../ui/forms/key-value-field.tsx';
import type { ChannelFormState } from './use-channel-form.ts';

const STATUS_TEMPLATE = '{"400":"500"}';
const MAPPING_TEMPLATE = '{"gpt-4o":"gpt-4o-2024-11-20"}';

/** Mappings of models and statuses, and the model to test with. */
export function MappingFields({ form }: { form: ChannelFormState }) {
  const { t } = useTranslation();
  const values = form.getValues();
  return (
    <>
      <Autocomplete
        label={t('channels.form.testModel')}
        description={t('channels.form.testModelHint')}
        data={values.models}
        limit={100}
        {...form.getInputProps('testModel')}
      />
      <KeyValueField
        label={t('channels.form.mapping')}
        description={t('channels.form.mappingHint')}
        placeholder={MAPPING_TEMPLATE}
        examples={{ name: 'gpt-4o', value: 'gpt-4o-2024-11-20' }}
        path="mapping"
        {...form.getInputProps('mapping')}
        value={values.mapping}
      />
      <KeyValueField
        label={t('channels.form.statusMapping')}
        description={t('channels.form.statusMappingHint')}
        placeholder={STATUS_TEMPLATE}
        examples={{ name: '400', value: '500' }}
        path="statusMapping"
        {...form.getInputProps('statusMapping')}
        value={values.statusMapping}
      >
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => form.setFieldValue('statusMapping', parseKeyValuePairs(STATUS_TEMPLATE))}
        >
          {t('channels.form.fillTemplate')}
        </Button>
      </KeyValueField>
    </>
  );
}
