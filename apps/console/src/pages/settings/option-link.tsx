import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '../index.ts';
import { focusOption } from './focus-option.ts';
import { placeOfOption } from './sections.ts';

/** The way to the field of an option, in whatever section it is. */
export function OptionLink({ option, children }: { option: string; children: ReactNode }) {
  const place = placeOfOption(option);
  if (!place) return children;
  return (
    <Anchor
      component={Link}
      to={pages.setting.path}
      search={{ tab: place.tab, section: place.group, option } as never}
      inherit
      underline="always"
      // Its field may be on the page already, with this very address.
      onClick={() => focusOption(option)}
    >
      {children}
    </Anchor>
  );
}
