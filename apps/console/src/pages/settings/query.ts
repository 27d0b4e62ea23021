import { z } from 'zod';
import { TABS } from './sections.ts';

/** What the address of the settings holds. */
export const settingQuery = z.object({
  tab: z.enum(TABS).catch('operation'),
  /** Empty: the first one, or on a phone the list of all. */
  section: z.string().catch(''),
  q: z.string().trim().max(100).catch(''),
});
