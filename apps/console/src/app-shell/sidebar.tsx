import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../texts.tsx';
import { allPages, type Page } from '../pages/index.ts';
import { readActingTeam } from '../session/acting-team.ts';
import { useStoredUser, viewerOf } from '../session/session.ts';
import { useFreshUser } from '../session/use-fresh-user.ts';
import { useIsFeatureEnabled } from '../status.ts';
import { tip } from '../ui/feedback/tip.ts';
import { isOfferedTo, listNavSections } from './nav-pages.ts';
import { type NavCount, useNavCounts } from './use-nav-counts.ts';

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
  const viewer = viewerOf(user);
  const counts = useNavCounts(viewer);
  const sections = listNavSections(
    viewer,
    allPages
      .filter(useIsFeatureEnabled())
      .filter((page) => isOfferedTo(page, user, readActingTeam())),
  );
  const groups = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a short screen the last pages are cut off.
    groups.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <nav className="frame-nav" aria-label={t('shell.nav')}>
      <div className="nav-groups" ref={groups}>
        {sections.map(({ group, pages }) => (
          <div key={group}>
            {collapsed ? null : (
              <Text size="xs" c="dimmed" px={10} pb={2} fw={500}>
                {t(`shell.groups.${group === 'settings' && viewer === 'user' ? 'you' : group}`)}
              </Text>
            )}
            {pages.map((page) => (
              <Entry
                key={page.path}
                page={page}
                collapsed={collapsed}
                count={counts.get(page.path)}
              />
            ))}
          </div>
        ))}
      </div>
      {narrow ? null : (
        <UnstyledButton
          {...tip(t(collapsed ? 'shell.expand' : 'shell.collapse'), 'right')}
          p={7}
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
      )}
    </nav>
  );
}

function Entry({
  page,
  collapsed,
  count,
}: {
  page: Page;
  collapsed: boolean;
  count: NavCount | undefined;
}) {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const active =
    page.path === '/' ? path === '/' : path === page.path || path.startsWith(`${page.path}/`);
  const label = t(`shell.pages.${page.title}`);
  const IconOf = page.icon;
  return (
    <Link
      to={page.path}
      className="nav-link"
      data-active={active}
      aria-current={active ? 'page' : undefined}
      {...(collapsed ? tip(label, 'right') : {})}
    >
      {IconOf ? <IconOf size={18} stroke={1.6} aria-hidden /> : null}
      {collapsed ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
      {count ? (
        <>
          {' '}
          <span
            className={`nav-count tabular ${collapsed ? 'nav-dot' : ''}`}
            data-severity={count.severity}
          >
            {collapsed ? <VisuallyHidden>{count.count}</VisuallyHidden> : count.count}
          </span>
          <VisuallyHidden> {t('shell.needsAttention', { count: count.count })}</VisuallyHidden>
        </>
      ) : null}
    </Link>
  );
}
