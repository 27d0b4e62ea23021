import { Alert, AppShell, Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { allPages } from '../pages/index.ts';
import { useStoredUser } from '../session.ts';
import { useStatus } from '../status.ts';
import { useStored } from '../ui/use-stored.ts';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));

const NAV_WIDTH = 220;
const NAV_WIDTH_COLLAPSED = 60;

/** The frame of every page: header, sidebar (a drawer up to 768 px) and the page itself. */
export function Shell() {
  const { t } = useTranslation();
  const user = useStoredUser();
  const status = useStatus();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const narrow =
    useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [drawer, { toggle, close }] = useDisclosure(false);
  const [collapsed, setCollapsed] = useStored(
    'sidebar-collapsed',
    status.data?.default_collapse_sidebar ?? false,
  );
  const page = allPages.find((candidate) => matches(candidate.path, path));
  const withSidebar = user !== undefined && page?.bare !== true;

  useEffect(close, [path, close]);
  useEffect(() => {
    const name = status.data?.system_name ?? localStorage.getItem('system_name') ?? 'Tollgate';
    document.title = page ? `${t(`shell.pages.${page.title}`)} · ${name}` : name;
  }, [page, status.data, t]);

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
    >
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <Header menu={withSidebar && narrow ? { opened: drawer, toggle } : undefined} />
      {withSidebar ? (
        <Sidebar collapsed={collapsed && !narrow} setCollapsed={setCollapsed} narrow={narrow} />
      ) : null}
      <AppShell.Main id="main" tabIndex={-1} onClick={narrow && drawer ? close : undefined}>
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
        <Outlet />
      </AppShell.Main>
      <Suspense fallback={null}>
        <CommandPalette />
      </Suspense>
    </AppShell>
  );
}

function matches(pattern: string, path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}$`).test(bare);
}
