/** Writes to the browser’s console, for debugging failed payments. */
export function logCardWidget(level: 'debug' | 'error', what: unknown): void {
  // The provider reports its errors to the page only.
  // oxlint-disable-next-line no-console
  console[level]('card widget:', what);
}
