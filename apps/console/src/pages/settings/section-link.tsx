import { NavLink } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '../index.ts';
import type { AnyTab } from './query.ts';

/** Links to a section of the settings. */
export function SectionLink({
  tab,
  section,
  label,
  current = false,
  aside,
  scroll,
}: {
  tab: AnyTab;
  section: string;
  label: string;
  current?: boolean;
  aside?: ReactNode;
  /** Scrolls to a section of the page that is shown. */
  scroll?: () => void;
}) {
  return (
    <NavLink
      component={Link}
      to={pages.setting.path}
      search={{ tab, section } as never}
      {...(scroll ? { resetScroll: false, onClick: scroll } : {})}
      active={current}
      aria-current={current ? 'true' : undefined}
      label={label}
      style={{ borderRadius: 6, paddingBlock: 7, paddingInline: 10 }}
      rightSection={aside}
    />
  );
}
