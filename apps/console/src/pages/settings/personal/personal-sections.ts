/** The sections of the personal settings, in order. */
export const PERSONAL_SECTIONS = [
  'account',
  'invitation',
  'security',
  'sessions',
  'signIns',
  'bindings',
] as const;

export type PersonalSection = (typeof PERSONAL_SECTIONS)[number];

/** Whether a name in the URL is a section of the personal settings. */
export function isPersonalSection(name: string): name is PersonalSection {
  return (PERSONAL_SECTIONS as readonly string[]).includes(name);
}
