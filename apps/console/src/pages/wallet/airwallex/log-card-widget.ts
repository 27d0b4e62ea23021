/** Tells the browser’s console, for who looks into a payment that went wrong; nobody else needs it. */
export function logCardWidget(level: 'debug' | 'error', what: unknown): void {
  // The provider tells its faults to the page only.
  // oxlint-disable-next-line no-console
  console[level]('card widget:', what);
}
