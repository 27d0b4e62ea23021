import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '../index.ts';
import { focusOption } from './focus-option.ts';

/** Links to the field of an option; the settings open the section that has it. */
export function OptionLink({ option, children }: { option: string; children: ReactNode }) {
  return (
    <Anchor
      component={Link}
      to={pages.setting.path}
      search={{ option } as never}
      inherit
      underline="always"
      // Its field may already be on the page, with the same URL.
      onClick={() => focusOption(option)}
    >
      {children}
    </Anchor>
  );
}
