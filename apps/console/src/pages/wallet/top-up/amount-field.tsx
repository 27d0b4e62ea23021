import { Button, Group, NumberInput } from '@mantine/core';
import { useTranslation } from '../../../texts.tsx';
import {
  raiseToMinimum,
  suggestedDollars,
  type TypedAmount,
  wholeDollars,
} from './top-up-amount.ts';

/** What the quick buttons add, in dollars. */
const QUICK = [10, 50, 100];
/** The most that one top-up buys. */
const MAX = 1_000_000;

/** How many dollars to buy, typed or added up by buttons. */
export function AmountField({
  value,
  set,
  min,
  error,
  disabled,
}: {
  value: TypedAmount;
  set: (value: TypedAmount) => void;
  min: number;
  error: string | undefined;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <NumberInput
        label={t('wallet.modal.amount')}
        description={t('wallet.modal.minimum', { min })}
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
        {QUICK.map((amount) => (
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
