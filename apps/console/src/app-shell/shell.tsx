import { Alert, Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { useTranslation } from '../texts.tsx';
import { useStoredUser } from '../session/session.ts';
import { pages } from '../pages/index.ts';
import { useIsFeatureEnabled, useStatus } from '../status.ts';
import { useConnection } from '../ui/hooks/use-connection.ts';
import { useIsMobile } from '../ui/hooks/use-is-mobile.ts';
import { useLocalStorage } from '../ui/hooks/use-local-storage.ts';
import { BalanceBanner } from './balance-banner.tsx';
import { ConnectionBar, GatewayAway } from './connection-bar.tsx';
import { FailedReads } from './failed-reads.tsx';
import { Footer } from './footer.tsx';
import './frame.css';
import { AuthFrame } from './auth-frame.tsx';
import { Header } from './header.tsx';
import { PublicFooter } from './public-footer.tsx';
import { PublicHeader } from './public-header.tsx';
import { matchPage } from './nav-pages.ts';
import { openSearch } from './open-palette.ts';
import { Sidebar } from './sidebar.tsx';
import { FeatureDisabled } from './feature-disabled.tsx';
import { useFavicon } from './use-favicon.ts';
import { usePageTitle } from './use-page-title.ts';

const CommandPalette = lazyPart(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));

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
  const user = useStoredUser();
  const frame = page?.frame ?? (user ? 'console' : 'public');
  const withSidebar = frame === 'console';
  const title = usePageTitle(page);
  const connected = useConnection();
  // Every page of the console is made of what the gateway responds.
  const isAway = withSidebar && connected.state === 'lost' && !connected.hasResponded;

  useFavicon(status.data?.logo ?? '');
  useEffect(close, [path, narrow, close]);
  useHotkeys([
    ['Escape', close],
    ['mod + K', openSearch],
  ]);

  const content = (
    <>
      {status.error && status.error.status !== 0 ? <StatusProblem retry={status.refetch} /> : null}
      <FailedReads />
      <div className="page">{page && !isOn ? <FeatureDisabled page={page} /> : <Outlet />}</div>
    </>
  );
  const around = (
    <>
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Suspense fallback={null}>
        <CommandPalette />
      </Suspense>
    </>
  );

  if (frame === 'door')
    return (
      <>
        {around}
        <AuthFrame>{content}</AuthFrame>
      </>
    );
  return (
    // A click outside the open drawer closes it; so do Escape and its button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="frame"
      data-frame={withSidebar ? 'console' : 'public'}
      data-collapsed={collapsed}
      onClick={(event) => drawer && isOutside(event.target) && close()}
    >
      {around}
      {withSidebar ? (
        <Header menu={narrow ? { opened: drawer, toggle } : undefined} />
      ) : (
        <PublicHeader />
      )}
      {/* Unmounted while the drawer is closed, so that Tab skips it. */}
      {withSidebar && (!narrow || drawer) ? (
        <Sidebar collapsed={collapsed && !narrow} setCollapsed={setCollapsed} narrow={narrow} />
      ) : null}
      {drawer ? <div className="drawer-shade" /> : null}
      <main id="main" tabIndex={-1} className="frame-main">
        <ConnectionBar quiet={isAway} />
        {withSidebar ? <BalanceBanner page={page} /> : null}
        {isAway ? <GatewayAway /> : content}
        {/* The price list has its own links below. */}
        {withSidebar || page === pages.pricing ? null : <PublicFooter />}
        <Footer />
      </main>
    </div>
  );
}

/** Shown if the site's status can't be read. */
function StatusProblem({ retry }: { retry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" mb="md" title={t('ui.http.startStatus')}>
      <Button size="xs" variant="default" onClick={() => void retry()}>
        {t('ui.retry')}
      </Button>
    </Alert>
  );
}

/** Whether a click was outside the open drawer and its button. */
function isOutside(target: EventTarget): boolean {
  return target instanceof Element && target.closest('nav, [aria-expanded]') === null;
}
