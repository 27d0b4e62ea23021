import { Button, Group } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../texts.tsx';
import { CONSOLE_PATH, DOCS_PATH, pages } from '../pages/index.ts';
import { useStoredUser } from '../session/session.ts';
import { useIsFeatureEnabled, useStatus } from '../status.ts';
import { FrameHeader } from './frame-header.tsx';
import { LanguageSwitch, SearchButton, ThemeToggle } from './header-buttons.tsx';
import { SiteName } from './site-name.tsx';
import { UserMenu } from './user-menu.tsx';
import './public-frame.css';

/** The header of public pages: no sidebar, but links to log in and register. */
export function PublicHeader() {
  const { t } = useTranslation();
  const user = useStoredUser();
  const canRegister = useStatus().data?.register ?? false;
  return (
    <FrameHeader frame="public">
      <Group gap={24} wrap="nowrap" miw={0}>
        <SiteName />
        <PublicLinks />
      </Group>
      <Group gap={4} wrap="nowrap">
        <SearchButton />
        <LanguageSwitch />
        <ThemeToggle />
        {user ? (
          <>
            <Button component={Link} to={CONSOLE_PATH} size="sm" mx={4} visibleFrom="xs">
              {t('shell.toConsole')}
            </Button>
            <UserMenu user={user} />
          </>
        ) : (
          <>
            <Button
              component={Link}
              to={pages.login.path}
              variant={canRegister ? 'subtle' : 'filled'}
              color={canRegister ? 'slate' : 'gate'}
              size="sm"
              px={12}
            >
              {t('shell.pages.login')}
            </Button>
            {canRegister ? (
              <Button component={Link} to={pages.register.path} size="sm" visibleFrom="xs">
                {t('shell.signUp')}
              </Button>
            ) : null}
          </>
        )}
      </Group>
    </FrameHeader>
  );
}

/** Links for visitors: prices, docs and model status. On a phone they are below the page. */
function PublicLinks() {
  const { t } = useTranslation();
  const isEnabled = useIsFeatureEnabled();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav className="public-links" aria-label={t('shell.nav')}>
      <Link to={pages.pricing.path} data-active={path === pages.pricing.path}>
        {t('shell.modelsAndPrices')}
      </Link>
      <Link to={DOCS_PATH} data-active={path.startsWith(DOCS_PATH)}>
        {t('shell.pages.docs')}
      </Link>
      {isEnabled(pages.serviceStatus) ? (
        <Link to={pages.serviceStatus.path} data-active={path === pages.serviceStatus.path}>
          {t('shell.pages.serviceStatus')}
        </Link>
      ) : null}
    </nav>
  );
}
