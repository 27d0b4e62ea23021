import '@mantine/spotlight/styles.layer.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconFile, IconSearch, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../texts.tsx';
import { setLanguage } from '../language.ts';
import { allPages, DOCS_PATH, pages } from '../pages/index.ts';
import { readActingTeam } from '../session/acting-team.ts';
import { isAdmin, useStoredUser, viewerOf } from '../session/session.ts';
import { useLogOut } from '../session/use-log-out.ts';
import { useIsFeatureEnabled } from '../status.ts';
import { useLocalStorage } from '../ui/hooks/use-local-storage.ts';
import {
  type CommandName,
  listCommands,
  listPalettePages,
  recentFirst,
  withRecent,
} from './list-commands.ts';
import { isOfferedTo } from './nav-pages.ts';
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
    language: () => void setLanguage(i18n.language === 'en' ? 'zh' : 'en'),
    theme: () => setColorScheme(dark ? 'light' : 'dark'),
    docs: () => window.open(DOCS_PATH, '_blank', 'noopener'),
    newKey: () => void navigate({ to: pages.apiKeys.path, state: { create: true } as never }),
    newUser: () => void navigate({ to: pages.user.path, state: { create: true } as never }),
    groupRatio: () => void navigate({ to: pages.setting.path, search: { section: 'group' } }),
    logout: () => void logOut(),
  };
  const labels: Record<CommandName, string> = {
    language: t('shell.language'),
    theme: t(dark ? 'shell.theme.toLight' : 'shell.theme.toDark'),
    docs: t('shell.docs'),
    newKey: t('shell.search.newKey'),
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
      leftSection: <IconOf size={18} stroke={1.6} />,
      onClick: run[name],
    })),
  );
  const words = typed.trim();
  if (isAdmin(user) && words.length > 1)
    acts.push({
      id: 'settings',
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
  return (
    <Spotlight
      actions={[
        // Matches come first, where Enter takes them.
        { group: t('shell.search.groups.found'), actions: matches },
        { group: t('shell.search.groups.pages'), actions: leads },
        { group: t('shell.search.groups.actions'), actions: acts },
      ]}
      query={typed}
      onQueryChange={setTyped}
      // The shell handles the shortcut, as it is loaded before this.
      shortcut={null}
      nothingFound={t('shell.search.nothing')}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('shell.search.placeholder'),
        'aria-label': t('shell.search.open'),
        onKeyDown: openFirst,
      }}
    />
  );
}

/**
 * Opens the first entry on Enter if none is selected: the server's matches arrived after the last keystroke.
 */
function openFirst(event: React.KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const entries = document.querySelectorAll<HTMLElement>('[data-action]');
  const isChosen = [...entries].some((entry) => entry.dataset.selected === 'true');
  if (isChosen || entries.length === 0) return;
  event.preventDefault();
  entries[0]?.click();
}
