/** At most 32 letters and digits that tell one form from all others, for what must happen once however often it is sent. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(36)).join('');
}
