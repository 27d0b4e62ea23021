import { z } from 'zod';
import { isPersonalSection } from './personal/personal-sections.ts';
import { placeOfOption, TABS } from './sections.ts';

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
  /** Only what has another value than its default. */
  show: z.enum(['', 'own']).catch(''),
  q: z.string().trim().max(100).catch(''),
});

/** The place that an address means: that of its option, where it names no other. */
export function placeOf<Query extends { tab: AnyTab; section: string; option: string }>(
  query: Query,
): Query {
  const place = query.section === '' ? placeOfOption(query.option) : undefined;
  return place ? { ...query, tab: place.tab, section: place.group } : query;
}

/** The tab of an address among those that there are; a section without one may be of the site's first. */
export function tabOf(
  { tab, section }: { tab: AnyTab; section: string },
  tabs: readonly AnyTab[],
): AnyTab {
  const wanted =
    tab === 'personal' && section !== '' && !isPersonalSection(section) ? 'operation' : tab;
  return tabs.includes(wanted) ? wanted : 'personal';
}
