/** What stands for a key in code where none was chosen. */
export const SECRET_PLACEHOLDER = 'sk-…';

/** A key as code on screen shows it: short, with its last four characters to tell it by. */
export function maskSecret(secret: string): string {
  return `sk-••••${secret.slice(-4)}`;
}
