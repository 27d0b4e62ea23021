import type { PageAccess } from '../pages/index.ts';

/** Who looks at the console, as far as its pages care. */
export type Viewer = 'visitor' | 'user' | 'admin';

/** What becomes of opening a page: it opens, the login page does, or it is refused. */
export type AccessDecision = 'open' | 'login' | 'refuse';

/** Mirrors the server's rules, which refuse the calls of a page anyway. */
export function decideAccess(access: PageAccess, viewer: Viewer): AccessDecision {
  if (access === 'public') return 'open';
  if (viewer === 'visitor') return 'login';
  return access === 'admin' && viewer !== 'admin' ? 'refuse' : 'open';
}
