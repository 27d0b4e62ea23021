import { Button, Group, NumberInput } from '@mantine/core';
import { useTranslation } from '../../../texts.tsx';
import {
  raiseToMinimum,
  suggestedDollars,
  type TypedAmount,
  wholeDollars,
} from './top-up-amount.ts';

/** The maximum of one top-up, in dollars. */
const MAX = 1_000_000;

/** The amount to buy in dollars, typed or added up with buttons. */
export function AmountField({
  value,
  set,
  min,
  quick,
  note,
  error,
  disabled,
}: {
  value: TypedAmount;
  set: (value: TypedAmount) => void;
  min: number;
  /** Amounts that the quick buttons add, in dollars. */
  quick: readonly number[];
  /** Shown in place of the minimum. */
  note: string | undefined;
  error: string | undefined;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <NumberInput
        label={t('wallet.modal.amount')}
        description={note ?? t('wallet.modal.minimum', { min })}
        size="md"
        prefix="$"
        placeholder={`$${suggestedDollars(min)}`}
        inputMode="decimal"
        min={0}
        max={MAX}
        step={10}
        clampBehavior="strict"
        allowNegative={false}
        value={value}
        onChange={set}
        onBlur={() => set(raiseToMinimum(value, min))}
        error={error}
        disabled={disabled}
        data-autofocus
      />
      <Group gap="xs" mt="xs">
        {quick.map((amount) => (
          <Button
            key={amount}
            variant="default"
            size="sm"
            disabled={disabled}
            onClick={() => set(Math.min(MAX, wholeDollars(value) + amount))}
          >
            {t('wallet.modal.quick', { amount })}
          </Button>
        ))}
      </Group>
    </div>
  );
}
