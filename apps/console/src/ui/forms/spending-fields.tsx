import { useTranslation } from '../../texts.tsx';
import { MoneyInput, type MoneyInputProps } from './money-input.tsx';

/** What may be spent by day, week and month, as the API names it; 0 means no limit. */
export const SPENDING_FIELDS = ['day_quota', 'week_quota', 'month_quota'] as const;
export type SpendingField = (typeof SPENDING_FIELDS)[number];

/** Limits by day, week and month. */
export function SpendingFields({
  labelOf,
  inputOf,
}: {
  labelOf: (name: SpendingField) => string;
  /** Value and handlers of a field; `Form.getInputProps` gives them. */
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
