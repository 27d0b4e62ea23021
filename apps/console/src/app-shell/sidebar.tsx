import { AppShell, NavLink, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../texts.tsx';
import { allPages, type Page } from '../pages/index.ts';
import { useStoredUser, viewerOf } from '../session/session.ts';
import { useFreshUser } from '../session/use-fresh-user.ts';
import { useIsFeatureEnabled } from '../status.ts';
import { isOfferedTo, listNavSections } from './nav-pages.ts';

const DRAWER_WIDTH = 264;

export interface SidebarProps {
  collapsed: boolean;
  setCollapsed: (collapsed: boolean) => void;
  narrow: boolean;
}

/** The pages that this user may open, in three groups. */
export function Sidebar({ collapsed, setCollapsed, narrow }: SidebarProps) {
  const { t } = useTranslation();
  const user = useStoredUser();
  useFreshUser();
  const sections = listNavSections(
    viewerOf(user),
    allPages.filter(useIsFeatureEnabled()).filter((page) => isOfferedTo(page, user)),
  );
  return (
    <AppShell.Navbar
      p={8}
      bg="var(--surface-shade)"
      aria-label={t('shell.nav')}
      style={{
        borderColor: 'var(--surface-line)',
        // A drawer leaves room beside it: a click there closes it.
        ...(narrow ? { width: DRAWER_WIDTH } : {}),
      }}
    >
      <Stack gap={14} style={{ flex: 1, overflowY: 'auto' }}>
        {sections.map(({ group, pages }) => (
          <div key={group}>
            {collapsed ? null : (
              <Text size="xs" c="dimmed" px={10} pb={4} fw={500}>
                {t(`shell.groups.${group}`)}
              </Text>
            )}
            {pages.map((page) => (
              <Entry key={page.path} page={page} collapsed={collapsed} />
            ))}
          </div>
        ))}
      </Stack>
      {narrow ? null : (
        <Tooltip label={t(collapsed ? 'shell.expand' : 'shell.collapse')} position="right">
          <UnstyledButton
            p={9}
            style={{ borderRadius: 6 }}
            c="dimmed"
            aria-label={t(collapsed ? 'shell.expand' : 'shell.collapse')}
            onClick={() => setCollapsed(!collapsed)}
          >
            {collapsed ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
            )}
          </UnstyledButton>
        </Tooltip>
      )}
    </AppShell.Navbar>
  );
}

function Entry({ page, collapsed }: { page: Page; collapsed: boolean }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const active =
    page.path === '/' ? path === '/' : path === page.path || path.startsWith(`${page.path}/`);
  const label = t(`shell.pages.${page.title}`);
  const IconOf = page.icon;
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <NavLink
        component={Link}
        to={page.path}
        active={active}
        aria-current={active ? 'page' : undefined}
        aria-label={label}
        label={collapsed ? undefined : label}
        leftSection={IconOf ? <IconOf size={18} stroke={1.6} aria-hidden /> : undefined}
        style={{ borderRadius: 6, paddingBlock: 7, paddingInline: 10 }}
      />
    </Tooltip>
  );
}
