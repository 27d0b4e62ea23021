import '@mantine/spotlight/styles.layer.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightFilterFunction,
} from '@mantine/spotlight';
import { IconFile, IconSearch, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../texts.tsx';
import { switchLanguage } from './switch-language.ts';
import { allPages, DOCS_PATH, pages } from '../pages/index.ts';
import { readActingTeam } from '../session/acting-team.ts';
import { isAdmin, useStoredUser, viewerOf } from '../session/session.ts';
import { useLogOut } from '../session/use-log-out.ts';
import { useIsFeatureEnabled } from '../status.ts';
import { useLocalStorage } from '../ui/hooks/use-local-storage.ts';
import {
  type CommandName,
  isFoundBy,
  isVerb,
  listCommands,
  listPalettePages,
  recentFirst,
  withRecent,
} from './list-commands.ts';
import { isOfferedTo } from './nav-pages.ts';
import { takeTyped } from './type-ahead.ts';
import './command-palette.css';
import { useSearchResults } from './use-search-results.ts';

/**
 * Ctrl K: every page that this user may open and the commands of the shell, recent ones first, plus the keys,
 * channels and requests that match the input.
 */
export function CommandPalette() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const user = useStoredUser();
  const viewer = viewerOf(user);
  const dark = useComputedColorScheme('light') === 'dark';
  const { setColorScheme } = useMantineColorScheme();
  const [recent, setRecent] = useLocalStorage<readonly string[]>('recent-commands', []);
  const [typed, setTyped] = useState('');
  const isOn = useIsFeatureEnabled();
  const logOut = useLogOut();
  const results = useSearchResults(typed, viewer);
  const run: Record<CommandName, () => void> = {
    language: () => void switchLanguage(i18n.language === 'en' ? 'zh' : 'en'),
    theme: () => setColorScheme(dark ? 'light' : 'dark'),
    docs: () => window.open(DOCS_PATH, '_blank', 'noopener'),
    newKey: () => void navigate({ to: pages.apiKeys.path, state: { create: true } as never }),
    topUp: () => void navigate({ to: pages.wallet.path, state: { topUp: true } as never }),
    newUser: () => void navigate({ to: pages.user.path, state: { create: true } as never }),
    groupRatio: () => void navigate({ to: pages.setting.path, search: { section: 'group' } }),
    logout: () => void logOut(),
  };
  const labels: Record<CommandName, string> = {
    language: t('shell.language'),
    theme: t(dark ? 'shell.theme.toLight' : 'shell.theme.toDark'),
    docs: t('shell.docs'),
    newKey: t('shell.search.newKey'),
    topUp: t('shell.topUp'),
    newUser: t('shell.search.newUser'),
    groupRatio: t('shell.search.groupRatio'),
    logout: t('shell.logout'),
  };
  const remember = (entries: SpotlightActionData[]) =>
    recentFirst(entries, recent).map((entry) => ({
      ...entry,
      onClick: (event: React.MouseEvent<HTMLButtonElement>) => {
        setRecent(withRecent(recent, entry.id));
        entry.onClick?.(event);
      },
    }));
  const offered = allPages.filter(
    (page) => isOn(page) && isOfferedTo(page, user, readActingTeam()),
  );
  const leads = remember(
    listPalettePages(viewer, offered).map(({ path, title, icon: IconOf = IconFile }) => ({
      id: path,
      label: t(`shell.pages.${title}`),
      leftSection: <IconOf size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: path }),
    })),
  );
  const acts = remember(
    listCommands(viewer).map(({ name, icon: IconOf }) => ({
      id: name,
      label: labels[name],
      keywords: t(`shell.search.words.${name}`),
      leftSection: <IconOf size={18} stroke={1.6} />,
      onClick: run[name],
    })),
  );
  const words = typed.trim();
  if (isAdmin(user) && words.length > 1)
    acts.push({
      id: SETTINGS,
      label: t('shell.search.settings', { words }),
      keywords: [typed],
      leftSection: <IconSettings size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: pages.setting.path, search: { q: words } }),
    });
  const matches: SpotlightActionData[] = results.map(({ id, label, ...target }) => ({
    id,
    label,
    // The server may have matched something that is not in the label.
    keywords: [typed],
    onClick: () => void navigate(target),
  }));
  const { typing, moving } = useFirstSelected(typed);
  // The first entry is the one that Enter takes.
  const found = { group: t('shell.search.groups.found'), actions: matches };
  const toPages = { group: t('shell.search.groups.pages'), actions: leads };
  const toActions = { group: t('shell.search.groups.actions'), actions: acts };
  return (
    <Spotlight
      actions={
        isVerb(typed, acts.filter(({ id }) => id !== SETTINGS).map(toFoundBy), leads.map(toFoundBy))
          ? [toActions, found, toPages]
          : [found, toPages, toActions]
      }
      filter={keepGroups}
      query={typed}
      onQueryChange={(words) => {
        typing();
        setTyped(words);
      }}
      // The shell handles the shortcut, as it is loaded before this.
      shortcut={null}
      nothingFound={t('shell.search.nothing')}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('shell.search.placeholder'),
        'aria-label': t('shell.search.open'),
        onFocus: ({ currentTarget }) => {
          const ahead = takeTyped();
          if (ahead.typed === '') return;
          typing();
          flushSync(() => setTyped(typed + ahead.typed));
          if (ahead.entered) pressEnter(currentTarget);
        },
        onKeyDown: (event) => {
          moving(event);
          openFirst(event);
        },
      }}
    />
  );
}

/** The search in the settings: fits whatever is typed. */
const SETTINGS = 'settings';

const toFoundBy = ({ label = '', keywords }: SpotlightActionData) => ({
  label,
  keywords: [keywords ?? []].flat().join(' '),
});

/** Leaves out what is not found, without moving entries between groups as the default would. */
const keepGroups: SpotlightFilterFunction = (typed, groups) =>
  groups.flatMap((group) => {
    if (!('actions' in group)) return [];
    const actions = group.actions.filter((entry) => isFoundBy(typed, toFoundBy(entry)));
    return actions.length > 0 ? [{ ...group, actions }] : [];
  });

/**
 * Keeps the first entry selected while matches arrive from the server, which is where Enter leads; not once an
 * arrow key has selected another.
 */
function useFirstSelected(typed: string) {
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current || typed === '') return;
    for (const [index, entry] of [...document.querySelectorAll('[data-action]')].entries())
      if (index === 0) entry.setAttribute('data-selected', 'true');
      else entry.removeAttribute('data-selected');
  });
  return {
    typing: () => {
      moved.current = false;
    },
    moving: ({ key }: React.KeyboardEvent) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') moved.current = true;
    },
  };
}

/** Passes on an Enter that was pressed before the input had the focus. */
function pressEnter(input: HTMLInputElement): void {
  const init = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
  input.dispatchEvent(new KeyboardEvent('keydown', init));
}

/** Opens the first entry on Enter before anything is typed. */
function openFirst(event: React.KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const entries = document.querySelectorAll<HTMLElement>('[data-action]');
  const isChosen = [...entries].some((entry) => entry.dataset.selected === 'true');
  if (isChosen || entries.length === 0) return;
  event.preventDefault();
  entries[0]?.click();
}
