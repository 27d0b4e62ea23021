import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '../index.ts';
import { focusOption } from './focus-option.ts';
import { sectionOfOption } from './sections.ts';

/** Links to the field of an option, in whatever section. */
export function OptionLink({ option, children }: { option: string; children: ReactNode }) {
  const optionSection = sectionOfOption(option);
  if (!optionSection) return children;
  return (
    <Anchor
      component={Link}
      to={pages.setting.path}
      search={{ tab: optionSection.tab, section: optionSection.group, option } as never}
      inherit
      underline="always"
      // Its field may already be on the page, with the same URL.
      onClick={() => focusOption(option)}
    >
      {children}
    </Anchor>
  );
}
