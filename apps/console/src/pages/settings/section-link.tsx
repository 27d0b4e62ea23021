import { NavLink } from '@mantine/core';
import { useLinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
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
      component={MarkedLink}
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

/**
 * A link that is current only if its caller says so: the router marks the section in the address, which need
 * not be the one that is being read.
 */
function MarkedLink({
  'aria-current': current,
  children,
  ...props
}: ComponentProps<'a'> & { to: string; search: never; resetScroll?: boolean }) {
  // The routes are generated from a table, so their types know no search parameters.
  const link = useLinkProps(props as never) as ComponentProps<'a'>;
  return (
    <a {...link} aria-current={current}>
      {children}
    </a>
  );
}
