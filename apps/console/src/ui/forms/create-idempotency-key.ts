/**
 * Returns a unique key of up to 32 letters and digits for a form whose effect must happen once, however often
 * it is sent.
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(36)).join('');
}
