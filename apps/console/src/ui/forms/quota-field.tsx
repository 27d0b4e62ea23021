import { Chip, Group } from '@mantine/core';
import { useQuotaDisplay } from '../../status.ts';
import { useTranslation } from '../../texts.tsx';
import { MoneyInput, type MoneyInputProps } from './money-input.tsx';

/** Amounts that are offered, in dollars. */
const PRESETS = [1, 10, 50, 100, 500, 1000];

/** An amount that is typed or selected. */
export function QuotaField(props: MoneyInputProps) {
  const { t } = useTranslation();
  const { quotaPerUnit } = useQuotaDisplay();
  return (
    <div>
      <MoneyInput {...props} />
      <Chip.Group value={String(props.value)} onChange={(chosen) => props.onChange(Number(chosen))}>
        <Group gap={6} mt={6} role="group" aria-label={t('ui.quotaPresets')}>
          {PRESETS.map((dollars) => (
            <Chip
              key={dollars}
              value={String(Math.round(dollars * quotaPerUnit))}
              size="xs"
              variant="outline"
            >
              {`${dollars}$`}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  );
}
