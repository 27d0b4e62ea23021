/** The options that human verification depends on. */
const PROVED = ['TurnstileCheckEnabled', 'TurnstileSiteKey', 'TurnstileSecretKey'];

/**
 * Returns whether human verification is on after these changes and its keys have to be verified because of
 * them.
 */
export function requiresVerificationProof(
  changed: readonly { key: string }[],
  next: (key: string) => string | undefined,
): boolean {
  return (
    next('TurnstileCheckEnabled') === 'true' && changed.some(({ key }) => PROVED.includes(key))
  );
}
