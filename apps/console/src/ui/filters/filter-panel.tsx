import { Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsMobile } from '../hooks/use-is-mobile.ts';
import { FilterButton, FilterSheet, type FilterSheetProps } from './filter-sheet.tsx';

/** Filters behind one button: in a panel below it, on a phone in a sheet. */
export function FilterPanel({ active, children }: FilterSheetProps) {
  return useIsMobile() ? (
    <FilterSheet active={active}>{children}</FilterSheet>
  ) : (
    <Panel active={active}>{children}</Panel>
  );
}

function Panel({
  active,
  children,
}: {
  active: number;
  children: (close: () => void) => ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={460}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <FilterButton active={active} opened={opened} toggle={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>{opened ? children(() => setOpened(false)) : null}</Popover.Dropdown>
    </Popover>
  );
}
