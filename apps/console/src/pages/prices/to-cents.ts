/** An amount as prices are written, with at least two decimals; what is no amount stays as it was typed. */
export function toCents(text: string): string {
  if (!/^\d+(\.\d*)?$/.test(text)) return text;
  const [whole, decimals = ''] = text.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
