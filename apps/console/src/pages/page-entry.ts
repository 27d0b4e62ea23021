import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Area } from '@tollgate/i18n';
import type { PageTitle } from './page-title.ts';

export type PageAccess = 'public' | 'user' | 'admin' | 'root';
/** What a site can switch off, by its name in the status. */
export type Feature = 'enable_data_export' | 'enable_drawing' | 'enable_task' | 'service_status';
export type NavGroup = 'use' | 'operate' | 'settings';

export interface Page {
  path: string;
  /** Key under `shell.pages`. */
  title: PageTitle;
  access: PageAccess;
  icon?: Icon;
  /** Where it stands in the sidebar; absent for pages that other pages lead to. */
  group?: NavGroup;
  /** In the sidebar of visitors too, or (without a group) of visitors only. */
  forVisitors?: boolean;
  /** Where the site has this off, nothing leads here, and the page says so. */
  feature?: Feature;
  /** For agents only: others are led nowhere, and the page says that they are none. */
  agentsOnly?: boolean;
  /** Makes sense for a team, too: offered to whoever acts for one in this role or above. */
  inTeam?: 'member' | 'admin';
  /** Not in the command palette: it only has a sense with what a link brings along. */
  unlisted?: boolean;
  /** What is around it; if absent, the console's frame, and for visitors the public one. */
  frame?: 'public' | 'door';
  /** The texts that it brings along, beside those of the frame. */
  texts?: readonly Area[];
  /**
   * Addresses of calls that it begins with where it is opened without a query, as its own code makes them:
   * the document asks for them before the scripts are there.
   */
  firstCalls?: readonly string[];
  load: () => Promise<{ default: ComponentType }>;
}
