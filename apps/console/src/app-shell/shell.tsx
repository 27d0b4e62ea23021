import { Alert, AppShell, Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsFeatureEnabled, useStatus } from '../status.ts';
import { useIsMobile } from '../ui/hooks/use-is-mobile.ts';
import { useLocalStorage } from '../ui/hooks/use-local-storage.ts';
import { BalanceBanner } from './balance-banner.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { matchPage } from './nav-pages.ts';
import { openPalette } from './open-palette.ts';
import { Sidebar } from './sidebar.tsx';
import { FeatureDisabled } from './feature-disabled.tsx';
import { useFavicon } from './use-favicon.ts';
import { usePageTitle } from './use-page-title.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));

const NAV_WIDTH = 220;
const NAV_WIDTH_COLLAPSED = 60;

/** The frame of every page: header, sidebar (a drawer up to 768 px) and the page itself. */
export function Shell() {
  const { t } = useTranslation();
  const status = useStatus();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const narrow = useIsMobile();
  const [drawer, { toggle, close }] = useDisclosure(false);
  const [collapsed, setCollapsed] = useLocalStorage(
    'sidebar-collapsed',
    status.data?.default_collapse_sidebar ?? false,
  );
  const page = matchPage(path);
  const isOn = useIsFeatureEnabled()(page);
  const withSidebar = page?.bare !== true;
  const title = usePageTitle(page);

  useFavicon(status.data?.logo ?? '');
  useEffect(close, [path, narrow, close]);
  useHotkeys([
    ['Escape', close],
    ['mod + K', openPalette],
  ]);

  return (
    <AppShell
      header={{ height: 48 }}
      {...(withSidebar
        ? {
            navbar: {
              width: collapsed && !narrow ? NAV_WIDTH_COLLAPSED : NAV_WIDTH,
              breakpoint: 769,
              collapsed: { mobile: !drawer },
            },
          }
        : {})}
      padding={{ base: 'sm', sm: 'lg' }}
      transitionDuration={120}
      onClick={(event) => drawer && isOutside(event.target) && close()}
    >
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Header menu={withSidebar && narrow ? { opened: drawer, toggle } : undefined} />
      {/* Out of the page while the drawer is closed, so that the keyboard does not walk through it. */}
      {withSidebar && (!narrow || drawer) ? (
        <Sidebar collapsed={collapsed && !narrow} setCollapsed={setCollapsed} narrow={narrow} />
      ) : null}
      {drawer ? <div className="drawer-shade" /> : null}
      <AppShell.Main id="main" tabIndex={-1} className="shell-main">
        <ConnectionBar />
        {status.error ? (
          <Alert
            color="red"
            mb="md"
            title={t(status.error.status === 0 ? 'ui.http.startNoServer' : 'ui.http.startStatus')}
          >
            <Button size="xs" variant="default" onClick={() => void status.refetch()}>
              {t('ui.retry')}
            </Button>
          </Alert>
        ) : null}
        <BalanceBanner />
        <div className="page">{page && !isOn ? <FeatureDisabled page={page} /> : <Outlet />}</div>
        <Footer />
      </AppShell.Main>
      <Suspense fallback={null}>
        <CommandPalette />
      </Suspense>
    </AppShell>
  );
}

/** Whether a click landed beside the open drawer and its button. */
function isOutside(target: EventTarget): boolean {
  return target instanceof Element && target.closest('nav, [aria-expanded]') === null;
}
