import { NumberInput, type NumberInputProps } from '@mantine/core';
import { formatQuotaExactly } from '@tollgate/pricing';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { isTypedAsMoney, parseQuotaInput, formatQuotaInput } from './typed-money.ts';

export type MoneyInputProps = Omit<
  NumberInputProps,
  'value' | 'defaultValue' | 'onChange' | 'description' | 'min' | 'max' | 'prefix'
> & {
  /** Quota; empty while nothing is entered. */
  value?: number | string | undefined;
  onChange: (quota: number | string) => void;
  /** Shown below the label. */
  hint?: ReactNode;
  /** Quota that applies while nothing is entered. */
  usual?: number;
};

/**
 * An amount entered as the site displays amounts: in money, or in units of quota with the equivalent next to
 * it. Its value is quota, as in the API.
 */
export function MoneyInput({ value = '', onChange, hint, usual, ...rest }: MoneyInputProps) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const isMoney = isTypedAsMoney(display);
  // Text being typed ("1." or "0.50") is kept while it represents the value.
  const [typed, setTyped] = useState('');
  const text = parseQuotaInput(typed, display) === value ? typed : formatQuotaInput(value, display);
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
        : { placeholder: `${isMoney ? '$' : ''}${formatQuotaInput(usual, display)}` })}
      {...rest}
      {...(description ? { description } : {})}
      value={text}
      onChange={(next) => {
        setTyped(String(next));
        onChange(parseQuotaInput(next, display));
      }}
    />
  );
}
