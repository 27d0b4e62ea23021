/**
 * Returns the smallest amount of a currency, in hundredths: a whole yen, won or dong. Of a coin, whose code is
 * unknown, one hundredth.
 */
export function smallestCents(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits === 0 ? 100 : 1;
  } catch {
    return 1;
  }
}
