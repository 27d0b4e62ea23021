import { Group, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import type { ChannelFormState } from './use-channel-form.ts';

/** Which calls the channel receives, and how often. */
export function RoutingFields({ form }: { form: ChannelFormState }) {
  const { t } = useTranslation();
  return (
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
  );
}
