/** An option's requirements on other options. */
export interface OptionRequirement {
  /** The feature's name, if its refusal has its own text. */
  readonly name?: string;
  /** Keys that must be set; of a nested list, at least one. */
  readonly keys: readonly (string | readonly string[])[];
  /**
   * What happens while one is missing. By default a switch is `refused`, and while it is on, the options it
   * requires can't be cleared. An `idle` option may have any value but takes no effect, so that a main switch
   * can be turned off without losing its details.
   */
  readonly meanwhile?: 'refused' | 'idle';
}

/** Requirements for sending mail: a server, and a sender address. */
export const MAIL_REQUIREMENT: OptionRequirement = {
  keys: ['SMTPServer', ['SMTPFrom', 'SMTPAccount']],
};

/**
 * Whether an option's value satisfies a requirement: a switch that is on, a text or table that is not empty.
 */
export function isOptionSet(value: string): boolean {
  return !['', 'false', '{}', '[]'].includes(value.trim());
}

/** Returns the keys still missing; of alternatives, the first. */
export function missingRequirements(
  { keys }: OptionRequirement,
  isSet: (key: string) => boolean,
): string[] {
  return keys
    .map((key) => (typeof key === 'string' ? [key] : key))
    .filter((choices) => !choices.some(isSet))
    .flatMap(([first = '']) => first);
}
