import { NumberInput, type NumberInputProps } from '@mantine/core';
import { formatQuotaExactly } from '@tollgate/pricing';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { isTypedAsMoney, quotaOfTyped, typeQuota } from './typed-money.ts';

export type MoneyInputProps = Omit<
  NumberInputProps,
  'value' | 'defaultValue' | 'onChange' | 'description' | 'min' | 'max' | 'prefix'
> & {
  /** Quota; empty while nothing is typed. */
  value?: number | string | undefined;
  onChange: (quota: number | string) => void;
  /** What stands under the label. */
  hint?: ReactNode;
  /** Quota that holds while nothing is typed. */
  usual?: number;
};

/**
 * An amount that is typed as the site shows amounts: in money, or in units of quota with what they
 * come to beside. Its value is quota, as the API has it.
 */
export function MoneyInput({ value = '', onChange, hint, usual, ...rest }: MoneyInputProps) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const isMoney = isTypedAsMoney(display);
  // What is being typed ("1." or "0.50") holds while it stands for the value.
  const [typed, setTyped] = useState('');
  const text = quotaOfTyped(typed, display) === value ? typed : typeQuota(value, display);
  const worth = formatQuotaExactly(Number(value) || 0, { ...display, displayInCurrency: true });
  const description = isMoney ? (
    hint
  ) : (
    <>
      {hint}
      {hint ? <br /> : null}
      {t('ui.worth', { money: worth })}
    </>
  );
  return (
    <NumberInput
      thousandSeparator=","
      allowDecimal={isMoney}
      decimalScale={9}
      {...(isMoney ? { prefix: '$', step: 1 } : {})}
      {...(usual === undefined
        ? {}
        : { placeholder: `${isMoney ? '$' : ''}${typeQuota(usual, display)}` })}
      {...rest}
      {...(description ? { description } : {})}
      value={text}
      onChange={(next) => {
        setTyped(String(next));
        onChange(quotaOfTyped(next, display));
      }}
    />
  );
}
