/** The parts of the own settings, in order. */
export const PERSONAL_SECTIONS = [
  'account',
  'invitation',
  'security',
  'sessions',
  'signIns',
  'bindings',
] as const;

export type PersonalSection = (typeof PERSONAL_SECTIONS)[number];

/** Whether a name from the address is a part of the own settings. */
export function isPersonalSection(name: string): name is PersonalSection {
  return (PERSONAL_SECTIONS as readonly string[]).includes(name);
}
