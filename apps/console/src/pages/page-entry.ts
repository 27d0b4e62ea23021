import type { Icon } from '@tabler/icons-react';
import type { Area } from '@tollgate/i18n';
import type { PageTitle } from './page-title.ts';

export type PageAccess = 'public' | 'user' | 'admin' | 'root';
/** Features that a site can disable, by their name in the status. */
export type Feature = 'enable_data_export' | 'enable_drawing' | 'enable_task' | 'service_status';
export type NavGroup = 'use' | 'operate' | 'settings';

export interface Page {
  path: string;
  /** Key under `shell.pages`. */
  title: PageTitle;
  access: PageAccess;
  icon?: Icon;
  /** The section of the sidebar; absent for pages that are only linked from others. */
  group?: NavGroup;
  /** Also in the sidebar of visitors, or (without a group) of visitors only. */
  forVisitors?: boolean;
  /** If the site has disabled this, nothing links to the page, and the page says so. */
  feature?: Feature;
  /** For agents only: others get no links to the page, and the page says that they are not agents. */
  agentsOnly?: boolean;
  /** Makes sense for a team too: offered while acting for one in this role or above. */
  inTeam?: 'member' | 'admin';
  /** Not in the command palette: it only makes sense with the parameters of a link. */
  unlisted?: boolean;
  /** The frame around it; by default the console's, or the public one for visitors. */
  frame?: 'public' | 'door';
  /** The text areas that it needs, in addition to the frame's. */
  texts?: readonly Area[];
  /**
   * URLs of the calls that it starts with if opened without a query, exactly as its own code makes them: the
   * document requests them before the scripts are loaded.
   */
  firstCalls?: readonly string[];
  /**
   * The file of its component, in the folder of pages. Not an import: pages import the table for its paths, so
   * that the table may import none of them.
   */
  file: `${string}/${string}page.tsx`;
}
