import { formatQuota, formatQuotaExactly } from '@tollgate/pricing';
import { memo } from 'react';
import { useQuotaDisplay } from '../../status.ts';
import { HintText } from './hint-text.tsx';

export interface MoneyProps {
  quota: number;
  /** Shows every digit, for costs that round to nothing. */
  exact?: boolean;
  focusable?: boolean;
}

/**
 * An amount of quota as the server wants amounts shown; the exact value on hover and focus.
 */
export const Money = memo(function Money({ quota, exact = false, focusable = true }: MoneyProps) {
  const display = useQuotaDisplay();
  const full = formatQuotaExactly(quota, display);
  return (
    <HintText hint={`${full} · ${quota.toLocaleString()}`} focusable={focusable}>
      {exact ? full : formatQuota(quota, display)}
    </HintText>
  );
});
