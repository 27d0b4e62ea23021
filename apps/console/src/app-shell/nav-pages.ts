import { decideAccess, type Viewer } from '../session/access.ts';
import type { ActingTeam } from '../session/acting-team.ts';
import { allPages, type NavGroup, type Page } from '../pages/index.ts';

export interface NavSection {
  group: NavGroup;
  pages: readonly Page[];
}

const GROUPS: readonly NavGroup[] = ['use', 'operate', 'settings'];

/** Lists a viewer's sidebar sections in order, without empty ones. */
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
 * Whether the console links a user to a page: agent pages only for agents, and only suitable pages while
 * acting for a team.
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

/** Returns the page that a path belongs to. */
export function matchPage(path: string, pages: readonly Page[] = allPages): Page | undefined {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return pages.find((page) => new RegExp(`^${page.path.replace(/\$\w+/g, '[^/]+')}$`).test(bare));
}
