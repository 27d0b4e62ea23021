import { decideAccess, type Viewer } from '../session/access.ts';
import type { ActingTeam } from '../session/acting-team.ts';
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

/**
 * Whether something leads a user to a page: pages of agents are offered to agents, and whoever acts for a
 * team is offered what makes sense for it.
 */
export function isOfferedTo(
  { agentsOnly, access, inTeam }: Pick<Page, 'agentsOnly' | 'access' | 'inTeam'>,
  user: { is_agent?: boolean } | undefined,
  team?: Pick<ActingTeam, 'role'>,
): boolean {
  if (team && access === 'user' && (inTeam ?? 'none') !== 'member')
    return inTeam === 'admin' && team.role !== 'member';
  return agentsOnly !== true || user?.is_agent === true;
}

/** The page that an address belongs to. */
export function matchPage(path: string, pages: readonly Page[] = allPages): Page | undefined {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return pages.find((page) => new RegExp(`^${page.path.replace(/\$\w+/g, '[^/]+')}$`).test(bare));
}
