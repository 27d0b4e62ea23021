/** What an option needs of others. */
export interface OptionRequirement {
  /** Where the refusal has words of its own: what people call the feature. */
  readonly name?: string;
  /** Keys that must be set; of a list of keys, one of them. */
  readonly keys: readonly (string | readonly string[])[];
  /**
   * What happens while one is missing. A switch is `refused`, and then keeps what it needs for as
   * long as it is on; that is the default. What is `idle` may have any value, which has no effect:
   * so a main switch goes off without its details being lost.
   */
  readonly meanwhile?: 'refused' | 'idle';
}

/** What sending mail needs: a server, and an address to send from. */
export const MAIL_REQUIREMENT: OptionRequirement = {
  keys: ['SMTPServer', ['SMTPFrom', 'SMTPAccount']],
};

/** Whether a value is one that others can rely on: a switch that is on, a text or table that is not empty. */
export function isOptionSet(value: string): boolean {
  return !['', 'false', '{}', '[]'].includes(value.trim());
}

/** What an option still needs, by key; of several that would do, the first. */
export function missingRequirements(
  { keys }: OptionRequirement,
  isSet: (key: string) => boolean,
): string[] {
  return keys
    .map((key) => (typeof key === 'string' ? [key] : key))
    .filter((choices) => !choices.some(isSet))
    .flatMap(([first = '']) => first);
}
