import { useTranslation } from '../../texts.tsx';
import { MoneyInput, type MoneyInputProps } from './money-input.tsx';

/** Spending limits per day, week and month, by their API names; 0 means no limit. */
export const SPENDING_FIELDS = ['day_quota', 'week_quota', 'month_quota'] as const;
export type SpendingField = (typeof SPENDING_FIELDS)[number];

/** Fields for limits per day, week and month. */
export function SpendingFields({
  labelOf,
  inputOf,
}: {
  labelOf: (name: SpendingField) => string;
  /** Returns value and handlers of a field, like `Form.getInputProps`. */
  inputOf: (name: SpendingField) => MoneyInputProps;
}) {
  const { t } = useTranslation();
  return SPENDING_FIELDS.map((name) => {
    const input = inputOf(name);
    return (
      <MoneyInput
        key={name}
        label={labelOf(name)}
        hint={Number(input.value) > 0 ? undefined : t('ui.unlimited')}
        allowNegative={false}
        {...input}
      />
    );
  });
}
