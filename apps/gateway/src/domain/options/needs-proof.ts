/** What human verification rests on. */
const PROVED = ['TurnstileCheckEnabled', 'TurnstileSiteKey', 'TurnstileSecretKey'];

/** Whether human verification is on after these changes and its keys have to be proved for them. */
export function requiresVerificationProof(
  changed: readonly { key: string }[],
  next: (key: string) => string | undefined,
): boolean {
  return (
    next('TurnstileCheckEnabled') === 'true' && changed.some(({ key }) => PROVED.includes(key))
  );
}
