import { formatQuota, formatQuotaExactly, groupThousands } from '@tollgate/pricing';
import type { UsageMeasure } from '@tollgate/contract';
import { useQuotaDisplay } from '../../status.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** Formats a number compactly for an axis: 341K, 2.6B. */
export const formatCompact = (value: number): string =>
  formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 });

/** Formats milliseconds: 412 ms, 1.86 s. */
export function formatMs(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** Formats a share, such as 0.84%. */
export function formatShare(part: number, whole: number, digits = 2): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(digits)}%`;
}

/** Returns the site's formats for money, and for a measure on an axis and elsewhere. */
export function useFigureFormats() {
  const display = useQuotaDisplay();
  const money = (quota: number) => formatQuota(quota, display);
  const exact = (quota: number) => groupThousands(formatQuotaExactly(quota, display));
  return {
    money,
    of: (measure: UsageMeasure) =>
      measure === 'spend' ? money : (value: number) => formatNumber(value),
    axisOf: (measure: UsageMeasure) =>
      measure === 'spend' ? (quota: number) => shortest(money(quota), exact(quota)) : formatCompact,
  };
}

/** Drops the cents of a round amount: $250, but $0.25. */
function shortest(brief: string, exact: string): string {
  return brief.endsWith('.00') ? brief.slice(0, -3) : exact.length < brief.length ? exact : brief;
}
