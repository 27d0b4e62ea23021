import type { PageAccess } from '../pages/index.ts';

/** The kind of viewer, as far as access to pages depends on it. */
export type Viewer = 'visitor' | 'user' | 'admin' | 'root';

/** The outcome of opening a page: it opens, the login opens instead, or it is refused. */
export type AccessDecision = 'open' | 'login' | 'refuse';

/** Mirrors the server's rules, which refuse the page's calls anyway. */
export function decideAccess(access: PageAccess, viewer: Viewer): AccessDecision {
  if (access === 'public') return 'open';
  if (viewer === 'visitor') return 'login';
  return RANKS[viewer] < RANKS[access] ? 'refuse' : 'open';
}

const RANKS = { visitor: 0, user: 1, admin: 2, root: 3 };
