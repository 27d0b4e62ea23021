import { formatQuotaExactly, type QuotaDisplay } from '@tollgate/pricing';

/** Whether amounts are entered as money; otherwise they are units of quota. */
export const isTypedAsMoney = ({ displayInCurrency, quotaPerUnit }: QuotaDisplay): boolean =>
  displayInCurrency && quotaPerUnit > 0;

/**
 * Converts an entered amount to quota; returns anything that is not a number, such as '' or a lone sign,
 * unchanged.
 */
export function parseQuotaInput(typed: string | number, display: QuotaDisplay): number | string {
  const text = String(typed).trim();
  if (!isNumber(text)) return text;
  const amount = Number(text) * (isTypedAsMoney(display) ? display.quotaPerUnit : 1);
  // Rounds halves away from zero, so that debits are rounded like credits.
  return Math.sign(amount) * Math.round(Math.abs(amount));
}

/** Formats an amount of quota for editing. */
export function formatQuotaInput(quota: number | string, display: QuotaDisplay): string {
  const text = String(quota).trim();
  if (!isTypedAsMoney(display) || !isNumber(text)) return text;
  return formatQuotaExactly(Number(text), display).replace('$', '');
}

const isNumber = (text: string) => /\d/.test(text) && Number.isFinite(Number(text));
