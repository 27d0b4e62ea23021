import { IconBook, IconLanguage, IconMoon, type Icon } from '@tabler/icons-react';
import type { Viewer } from '../session/access.ts';
import { decideAccess } from '../session/access.ts';
import { allPages, type Page } from '../pages/index.ts';

/** What the command palette can do besides opening pages. */
export type CommandName = 'language' | 'theme' | 'docs';

export const COMMANDS: readonly { name: CommandName; icon: Icon }[] = [
  { name: 'language', icon: IconLanguage },
  { name: 'theme', icon: IconMoon },
  { name: 'docs', icon: IconBook },
];

/** The pages that the palette offers: those that this viewer may open and that need no id. */
export function listPalettePages(viewer: Viewer, pages: readonly Page[] = allPages): Page[] {
  return pages.filter(
    ({ path, access, forVisitors, group, unlisted }) =>
      unlisted !== true &&
      !path.includes('$') &&
      decideAccess(access, viewer) === 'open' &&
      (viewer === 'visitor' || forVisitors !== true || group !== undefined),
  );
}

const RECENT_MAX = 5;

/** Entries with those used of late first, newest first. */
export function recentFirst<Entry extends { id: string }>(
  entries: readonly Entry[],
  recent: readonly string[],
): Entry[] {
  const rank = ({ id }: Entry) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return entries.toSorted((left, right) => rank(left) - rank(right));
}

/** What was used of late after one more use. */
export function withRecent(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, RECENT_MAX);
}
