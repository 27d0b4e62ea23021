/** Formats an amount with at least two decimals; returns anything else as typed. */
export function toCents(text: string): string {
  if (!/^\d+(\.\d*)?$/.test(text)) return text;
  const [whole, decimals = ''] = text.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
