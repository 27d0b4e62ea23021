import '@mantine/spotlight/styles.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../language.ts';
import { allPages, DOCS_PATH } from '../pages/index.ts';
import { useStoredUser, viewerOf } from '../session/session.ts';
import { useIsFeatureEnabled } from '../status.ts';
import { useLocalStorage } from '../ui/hooks/use-local-storage.ts';
import {
  type CommandName,
  COMMANDS,
  listPalettePages,
  recentFirst,
  withRecent,
} from './list-commands.ts';
import { useFoundEntities } from './use-found-entities.ts';

/**
 * Ctrl K: every page that this person may open and what the frame can do, recent ones first; and
 * the keys, channels and requests that match what is typed.
 */
export function CommandPalette() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const viewer = viewerOf(useStoredUser());
  const dark = useComputedColorScheme('light') === 'dark';
  const { setColorScheme } = useMantineColorScheme();
  const [recent, setRecent] = useLocalStorage<readonly string[]>('recent-commands', []);
  const [typed, setTyped] = useState('');
  const isOn = useIsFeatureEnabled();
  const found = useFoundEntities(typed, viewer);
  const run: Record<CommandName, () => void> = {
    language: () => void setLanguage(i18n.language === 'en' ? 'zh' : 'en'),
    theme: () => setColorScheme(dark ? 'light' : 'dark'),
    docs: () => window.open(DOCS_PATH, '_blank', 'noopener'),
  };
  const labels: Record<CommandName, string> = {
    language: t('shell.language'),
    theme: t(dark ? 'shell.theme.toLight' : 'shell.theme.toDark'),
    docs: t('shell.docs'),
  };
  const entries: SpotlightActionData[] = [
    ...listPalettePages(viewer, allPages.filter(isOn)).map(({ path, title, icon: IconOf }) => ({
      id: path,
      label: t(`shell.pages.${title}`),
      description: path,
      ...(IconOf ? { leftSection: <IconOf size={18} stroke={1.6} /> } : {}),
      onClick: () => void navigate({ to: path }),
    })),
    ...COMMANDS.map(({ name, icon: IconOf }) => ({
      id: name,
      label: labels[name],
      leftSection: <IconOf size={18} stroke={1.6} />,
      onClick: run[name],
    })),
  ];
  const actions = recentFirst(entries, recent).map((entry) => ({
    ...entry,
    onClick: (event: React.MouseEvent<HTMLButtonElement>) => {
      setRecent(withRecent(recent, entry.id));
      entry.onClick?.(event);
    },
  }));
  const matches: SpotlightActionData[] = found.map(({ id, label, ...target }) => ({
    id,
    label,
    // The server found it, perhaps by something that the label does not say.
    keywords: [typed],
    onClick: () => void navigate(target),
  }));
  return (
    <Spotlight
      actions={[...actions, ...matches]}
      query={typed}
      onQueryChange={setTyped}
      // The frame has it, which is there before this is.
      shortcut={null}
      nothingFound={t('shell.search.nothing')}
      highlightQuery
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('shell.search.placeholder'),
        'aria-label': t('shell.search.open'),
      }}
    />
  );
}
