/** The placeholder for a key in code if none is selected. */
export const SECRET_PLACEHOLDER = 'sk-…';

/** Returns a short form of a key for code on screen, with its last four characters to identify it. */
export function maskSecret(secret: string): string {
  return `sk-••••${secret.slice(-4)}`;
}
