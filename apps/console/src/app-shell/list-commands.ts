import {
  IconBook,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPercentage,
  IconUserPlus,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import type { Viewer } from '../session/access.ts';
import { decideAccess } from '../session/access.ts';
import { allPages, type Page, type PageAccess } from '../pages/index.ts';

/** The commands of the palette, apart from opening pages. */
export type CommandName =
  | 'newKey'
  | 'topUp'
  | 'newUser'
  | 'groupRatio'
  | 'language'
  | 'theme'
  | 'docs'
  | 'logout';

interface Command {
  name: CommandName;
  icon: Icon;
  /** Who may run it; everybody by default. */
  access?: PageAccess;
}

const COMMANDS: readonly Command[] = [
  { name: 'newKey', icon: IconKey, access: 'user' },
  { name: 'topUp', icon: IconWallet, access: 'user' },
  { name: 'newUser', icon: IconUserPlus, access: 'admin' },
  { name: 'groupRatio', icon: IconPercentage, access: 'admin' },
  { name: 'language', icon: IconLanguage },
  { name: 'theme', icon: IconMoon },
  { name: 'docs', icon: IconBook },
  { name: 'logout', icon: IconLogout, access: 'user' },
];

/** Lists the commands that a viewer may run. */
export function listCommands(viewer: Viewer): Command[] {
  return COMMANDS.filter(({ access = 'public' }) => decideAccess(access, viewer) === 'open');
}

/** Lists the pages that the palette offers: those that this viewer may open and that need no id. */
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

/** Sorts recently used entries first, newest on top. */
export function recentFirst<Entry extends { id: string }>(
  entries: readonly Entry[],
  recent: readonly string[],
): Entry[] {
  const rank = ({ id }: Entry) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return entries.toSorted((left, right) => rank(left) - rank(right));
}

/** Adds a use to the list of recently used ids. */
export function withRecent(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, RECENT_MAX);
}

/** An entry of the palette, as far as finding it is concerned. */
export interface FoundBy {
  label: string;
  /** Other words for it, separated by spaces. */
  keywords?: string | undefined;
}

const textOf = ({ label, keywords = '' }: FoundBy) => `${label} ${keywords}`.toLowerCase();
const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether an entry has every typed word in its label or keywords. */
export function isFoundBy(typed: string, entry: FoundBy): boolean {
  const text = textOf(entry);
  return wordsOf(typed).every((word) => text.includes(word));
}

/**
 * Whether the user types what to do rather than where to go: the beginning of an action, and not that of a
 * page's name. Actions then come first.
 */
export function isVerb(
  typed: string,
  actions: readonly FoundBy[],
  pages: readonly FoundBy[],
): boolean {
  const [first] = wordsOf(typed);
  if (first === undefined) return false;
  const phrase = wordsOf(typed).join(' ');
  if (pages.some(({ label }) => label.toLowerCase().startsWith(phrase))) return false;
  return actions.some(
    (action) =>
      isFoundBy(typed, action) &&
      (action.label.toLowerCase().startsWith(first) ||
        wordsOf(action.keywords ?? '').some((word) => word.startsWith(first))),
  );
}
