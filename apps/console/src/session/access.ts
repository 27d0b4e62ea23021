import type { PageAccess } from '../pages/index.ts';

/** Who looks at the console, as far as its pages care. */
export type Viewer = 'visitor' | 'user' | 'admin' | 'root';

/** What becomes of opening a page: it opens, the login page does, or it is refused. */
export type AccessDecision = 'open' | 'login' | 'refuse';

/** Mirrors the server's rules, which refuse the calls of a page anyway. */
export function decideAccess(access: PageAccess, viewer: Viewer): AccessDecision {
  if (access === 'public') return 'open';
  if (viewer === 'visitor') return 'login';
  return RANKS[viewer] < RANKS[access] ? 'refuse' : 'open';
}

const RANKS = { visitor: 0, user: 1, admin: 2, root: 3 };
