import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { QUOTA_REASON_LENGTH_MAX } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { Money } from '../../ui/display/money.tsx';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { type QuotaValues, readChange } from './values.ts';

/** In units of money, as resellers think in it. */
const PRESETS = [-10, -1, 1, 10, 50, 100] as const;

export interface QuotaFieldsProps<Values extends QuotaValues> {
  form: UseFormReturnType<Values>;
  /** The balance before the change. */
  before: number;
  /** Whether to focus the first field initially. */
  focused?: boolean;
}

/** Has a stable identity, so that React calls the ref only on mount. */
const focusField = (field: HTMLInputElement | null) => field?.focus();

/** A change of a balance, entered as a difference or as the new balance: each updates the other. */
export function QuotaFields<Values extends QuotaValues>({
  form,
  before,
  focused = false,
}: QuotaFieldsProps<Values>) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const change = readChange(form.getValues());
  const after = before + (change ?? 0);
  const set = (value: number | string) => form.setFieldValue('change', value as never);
  return (
    <Stack gap="xs">
      <Group gap={6} align="baseline">
        <Text c="dimmed" size="sm" component="span">
          {t('users.quota.current')}
        </Text>
        <Text fw={500} component="span">
          <Money quota={before} exact />
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <MoneyInput
          label={t('users.quota.change')}
          hint={t('users.quota.changeHint')}
          {...(focused ? { ref: focusField } : {})}
          usual={0}
          {...form.getInputProps('change')}
          onChange={set}
        />
        <MoneyInput
          label={t('users.quota.after')}
          value={after}
          onChange={(value) => set(Number(value) - before)}
        />
      </SimpleGrid>
      <Group gap={6} role="group" aria-label={t('users.quota.presets')}>
        {PRESETS.map((amount) => {
          const quota = Math.round(amount * display.quotaPerUnit);
          return (
            <Button key={amount} size="compact-xs" variant="default" onClick={() => set(quota)}>
              {`${amount > 0 ? '+' : '−'}$${Math.abs(amount)}`}
            </Button>
          );
        })}
      </Group>
      <TextInput
        label={t('users.quota.reason')}
        description={t('users.quota.reasonHint')}
        maxLength={QUOTA_REASON_LENGTH_MAX}
        withAsterisk={change !== 0}
        {...form.getInputProps('reason')}
      />
    </Stack>
  );
}
