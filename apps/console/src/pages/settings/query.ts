import { z } from 'zod';
import { isPersonalSection } from './personal/personal-sections.ts';
import { sectionOfOption, TABS } from './sections.ts';

/** The tabs: personal settings, and those of the site for administrators. */
export const ALL_TABS = ['personal', ...TABS] as const;
export type AnyTab = (typeof ALL_TABS)[number];

/** The query parameters of the settings. */
export const settingQuery = z.object({
  tab: z.enum(ALL_TABS).catch('personal'),
  /** Empty means the first one, or on a phone the list of all. */
  section: z.string().catch(''),
  /** The key of the option to focus. */
  option: z.string().max(100).catch(''),
  /** Show only options that differ from their default. */
  show: z.enum(['', 'own']).catch(''),
  q: z.string().trim().max(100).catch(''),
});

/** Fills in the section of the query's option, if the query names no section. */
export function withSection<Query extends { tab: AnyTab; section: string; option: string }>(
  query: Query,
): Query {
  const optionSection = query.section === '' ? sectionOfOption(query.option) : undefined;
  return optionSection ? { ...query, tab: optionSection.tab, section: optionSection.group } : query;
}

/**
 * Returns the tab of a query among the available ones; a site section without a tab is in the site's first.
 */
export function tabOf(
  { tab, section }: { tab: AnyTab; section: string },
  tabs: readonly AnyTab[],
): AnyTab {
  const requestedTab =
    tab === 'personal' && section !== '' && !isPersonalSection(section) ? 'operation' : tab;
  return tabs.includes(requestedTab) ? requestedTab : 'personal';
}
