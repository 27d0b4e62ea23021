import { Chip, Group, NumberInput, type NumberInputProps } from '@mantine/core';
import { formatQuotaExactly } from '@tollgate/pricing';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { QUOTA_PRESETS } from './quota-presets.ts';

/** An amount of quota that is typed or chosen, told in money, too. */
export function QuotaField({
  value,
  set,
  describe,
  ...rest
}: Omit<NumberInputProps, 'value' | 'description'> & {
  value: number | string;
  set: (quota: number) => void;
  /** What stands under the label; gets the amount in money. */
  describe: (money: string) => string;
}) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const money = formatQuotaExactly(Number(value) || 0, { ...display, displayInCurrency: true });
  return (
    <div>
      <NumberInput
        {...rest}
        description={describe(money)}
        allowDecimal={false}
        thousandSeparator=","
        value={value}
      />
      <Chip.Group value={String(value)} onChange={(chosen) => set(Number(chosen))}>
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
