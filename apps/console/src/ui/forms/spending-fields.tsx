import { NumberInput, type NumberInputProps } from '@mantine/core';
import { formatQuotaExactly } from '@tollgate/pricing';
import { useQuotaDisplay } from '../../status.ts';
import { useTranslation } from '../../texts.tsx';

/** What may be spent by day, week and month, as the API names it; 0 means no limit. */
export const SPENDING_FIELDS = ['day_quota', 'week_quota', 'month_quota'] as const;
export type SpendingField = (typeof SPENDING_FIELDS)[number];

/** Limits by day, week and month, each told in money, too. */
export function SpendingFields({
  labelOf,
  inputOf,
}: {
  labelOf: (name: SpendingField) => string;
  /** Value and handlers of a field; `Form.getInputProps` gives them. */
  inputOf: (name: SpendingField) => NumberInputProps & { value?: number | string };
}) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const moneyOf = (quota: number) =>
    quota > 0
      ? formatQuotaExactly(quota, { ...display, displayInCurrency: true })
      : t('ui.unlimited');
  return SPENDING_FIELDS.map((name) => {
    const input = inputOf(name);
    return (
      <NumberInput
        key={name}
        label={labelOf(name)}
        description={moneyOf(Number(input.value) || 0)}
        thousandSeparator=","
        allowDecimal={false}
        allowNegative={false}
        {...input}
      />
    );
  });
}
