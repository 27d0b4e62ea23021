import { decideAccess, type Viewer } from '../session/access.ts';
import { allPages, type NavGroup, type Page } from '../pages/index.ts';

export interface NavSection {
  group: NavGroup;
  pages: readonly Page[];
}

const GROUPS: readonly NavGroup[] = ['use', 'operate', 'settings'];

/** The sidebar of a viewer: groups that have pages which this viewer may open, in order. */
export function listNavSections(viewer: Viewer, pages: readonly Page[] = allPages): NavSection[] {
  if (viewer === 'visitor')
    return [{ group: 'use', pages: pages.filter(({ forVisitors }) => forVisitors === true) }];
  return GROUPS.map((group) => ({
    group,
    pages: pages.filter(
      (page) => page.group === group && decideAccess(page.access, viewer) === 'open',
    ),
  })).filter((section) => section.pages.length > 0);
}

/** Whether something leads a user to a page: pages of agents are offered to agents. */
export function isOfferedTo(
  { agentsOnly }: Pick<Page, 'agentsOnly'>,
  user: { is_agent?: boolean } | undefined,
): boolean {
  return agentsOnly !== true || user?.is_agent === true;
}

/** The page that an address belongs to. */
export function matchPage(path: string, pages: readonly Page[] = allPages): Page | undefined {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return pages.find((page) => new RegExp(`^${page.path.replace(/\$\w+/g, '[^/]+')}$`).test(bare));
}
