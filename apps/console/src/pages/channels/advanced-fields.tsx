import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import type { ChannelType } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';
import { JsonEditor } from '../../ui/json-editor.tsx';
import type { ChannelFormState } from './form.tsx';
import type { ChannelTypes } from './use-channel-types.ts';
import { asksFor } from './values.ts';

const STATUS_TEMPLATE = '{"400":"500"}';

export interface AdvancedFieldsProps {
  form: ChannelFormState;
  types: ChannelTypes;
  type: ChannelType | undefined;
}

/** What few channels need. */
export function AdvancedFields({ form, types, type }: AdvancedFieldsProps) {
  const { t } = useTranslation();
  const hinted = (name: string, otherwise: string, hint?: string) => {
    const field = asksFor(type, name);
    return field
      ? {
          label: types.textOf(field.label_key) || otherwise,
          description: types.textOf(field.hint_key),
          placeholder: field.placeholder,
        }
      : { label: otherwise, description: hint };
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
      <TextInput
        {...hinted('other', t('channels.form.other'), t('channels.form.otherHint'))}
        {...form.getInputProps('other')}
      />
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
    </>
  );
}
