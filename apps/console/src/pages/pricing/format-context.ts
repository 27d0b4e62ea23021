const THOUSAND = 1000;

/** Formats a number of tokens: `128K`, `1M`; rounded to three digits. */
export function formatContext(tokens: number): string {
  if (tokens < THOUSAND) return String(tokens);
  const [value, unit] =
    tokens >= THOUSAND * THOUSAND * 0.9995
      ? ([tokens / THOUSAND / THOUSAND, 'M'] as const)
      : ([tokens / THOUSAND, 'K'] as const);
  return `${Number(value.toPrecision(value < 10 ? 2 : 3))}${unit}`;
}
