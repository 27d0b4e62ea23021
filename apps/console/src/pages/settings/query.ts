import { z } from 'zod';
import { isPersonalSection } from './personal/personal-sections.ts';
import { TABS } from './sections.ts';

/** The own settings, and what administrators set for all. */
export const ALL_TABS = ['personal', ...TABS] as const;
export type AnyTab = (typeof ALL_TABS)[number];

/** What the address of the settings holds. */
export const settingQuery = z.object({
  tab: z.enum(ALL_TABS).catch('personal'),
  /** Empty: the first one, or on a phone the list of all. */
  section: z.string().catch(''),
  /** The key of the option that gets the focus. */
  option: z.string().max(100).catch(''),
  q: z.string().trim().max(100).catch(''),
});

/** The tab of an address among those that there are; a section without one may be of the site's first. */
export function tabOf(
  { tab, section }: { tab: AnyTab; section: string },
  tabs: readonly AnyTab[],
): AnyTab {
  const wanted =
    tab === 'personal' && section !== '' && !isPersonalSection(section) ? 'operation' : tab;
  return tabs.includes(wanted) ? wanted : 'personal';
}
