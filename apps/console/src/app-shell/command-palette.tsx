import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { allPages } from '../pages/index.ts';
import { isAdmin, useStoredUser } from '../session.ts';

/** Ctrl K: every page that this user may open. */
export function CommandPalette() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useStoredUser();
  const admin = isAdmin(user);
  if (!user) return null;
  const actions: SpotlightActionData[] = allPages
    .filter(
      ({ path, access, title }) =>
        !path.includes('$') && title !== 'login' && (access !== 'admin' || admin),
    )
    .map((page) => {
      const IconOf = page.icon;
      return {
        id: page.path,
        label: t(`shell.pages.${page.title}`),
        description: page.path,
        ...(IconOf ? { leftSection: <IconOf size={18} stroke={1.6} /> } : {}),
        onClick: () => void navigate({ to: page.path }),
      };
    });
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
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
