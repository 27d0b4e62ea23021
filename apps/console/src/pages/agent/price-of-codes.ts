/**
 * Returns the price of codes at a discount (percent, two decimals), computed like the server: each code
 * rounded up.
 */
export function priceOfCodes(quota: number, count: number, discountPercent: number): number {
  if (!Number.isSafeInteger(quota) || !Number.isSafeInteger(count)) return 0;
  const off = (BigInt(quota) * BigInt(Math.round(discountPercent * 100))) / 10_000n;
  return (quota - Number(off)) * count;
}
