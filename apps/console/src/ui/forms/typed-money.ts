import { formatQuotaExactly, type QuotaDisplay } from '@tollgate/pricing';

/** Whether amounts are typed as money; else they are units of quota. */
export const isTypedAsMoney = ({ displayInCurrency, quotaPerUnit }: QuotaDisplay): boolean =>
  displayInCurrency && quotaPerUnit > 0;

/** The quota of a typed amount; what is no number, as an empty field or a lone sign, stays as it is. */
export function quotaOfTyped(typed: string | number, display: QuotaDisplay): number | string {
  const text = String(typed).trim();
  if (!isNumber(text)) return text;
  const amount = Number(text) * (isTypedAsMoney(display) ? display.quotaPerUnit : 1);
  // Halves away from zero, so that what is taken is rounded as what is given.
  return Math.sign(amount) * Math.round(Math.abs(amount));
}

/** How an amount of quota is typed. */
export function typeQuota(quota: number | string, display: QuotaDisplay): string {
  const text = String(quota).trim();
  if (!isTypedAsMoney(display) || !isNumber(text)) return text;
  return formatQuotaExactly(Number(text), display).replace('$', '');
}

const isNumber = (text: string) => /\d/.test(text) && Number.isFinite(Number(text));
