import { Chip, Group } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { MoneyInput, type MoneyInputProps } from './money-input.tsx';
import { QUOTA_PRESETS } from './quota-presets.ts';

/** An amount that is typed or selected. */
export function QuotaField(props: MoneyInputProps) {
  const { t } = useTranslation();
  return (
    <div>
      <MoneyInput {...props} />
      <Chip.Group value={String(props.value)} onChange={(chosen) => props.onChange(Number(chosen))}>
        <Group gap={6} mt={6} role="group" aria-label={t('ui.quotaPresets')}>
          {QUOTA_PRESETS.map(({ quota, label }) => (
            <Chip key={quota} value={String(quota)} size="xs" variant="outline">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  );
}
