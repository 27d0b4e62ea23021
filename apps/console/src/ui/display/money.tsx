import { formatQuota, formatQuotaExactly, groupThousands } from '@tollgate/pricing';
import { memo } from 'react';
import { useQuotaDisplay } from '../../status.ts';
import { HintText } from './hint-text.tsx';
import { formatNumber } from '../format/format-number.ts';

export interface MoneyProps {
  quota: number;
  /** Shows every digit, for costs that would round to 0. */
  exact?: boolean;
  /** In a column of exact amounts: reserves space for missing digits. */
  aligned?: boolean;
  focusable?: boolean;
}

/** Uses a minus sign as wide as a plus. */
const withMinus = (text: string) => text.replace(/^-/, '−');

/** An amount of quota in the server's display format; the exact value on hover and focus. */
export const Money = memo(function Money({
  quota,
  exact = false,
  aligned = false,
  focusable = true,
}: MoneyProps) {
  const display = useQuotaDisplay();
  const full = withMinus(groupThousands(formatQuotaExactly(quota, display)));
  return (
    <HintText
      hint={`${full} · ${withMinus(formatNumber(quota))}`}
      focusable={focusable}
      pad={aligned ? decimalsOf(formatQuotaExactly(1, display)) - decimalsOf(full) : 0}
    >
      {exact ? full : withMinus(formatQuota(quota, display))}
    </HintText>
  );
});

const decimalsOf = (amount: string) => amount.split('.')[1]?.length ?? 0;
