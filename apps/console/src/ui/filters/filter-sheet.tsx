import { Badge, Button, type ButtonProps, Drawer } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from '../../texts.tsx';

export interface FilterSheetProps {
  /** Number of active filters inside. */
  active: number;
  children: (close: () => void) => ReactNode;
}

/** On a phone: filters behind one button, in a bottom sheet. */
export function FilterSheet({ active, children }: FilterSheetProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <FilterButton active={active} opened={opened} toggle={() => setOpened(!opened)} />
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        styles={{
          content: { height: 'auto', maxHeight: '85dvh', borderRadius: '12px 12px 0 0' },
        }}
        title={t('ui.table.filters')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {children(close)}
      </Drawer>
    </>
  );
}

export interface FilterButtonProps extends ButtonProps {
  active: number;
  opened: boolean;
  toggle: () => void;
  /** Set by a popover that opens at the button. */
  ref?: Ref<HTMLButtonElement>;
}

/** Opens the filters, and shows how many are active. */
export function FilterButton({ active, opened, toggle, ...rest }: FilterButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} />}
      rightSection={
        active > 0 ? (
          <Badge size="sm" circle aria-label={t('ui.table.activeFilters', { count: active })}>
            {active}
          </Badge>
        ) : null
      }
      aria-expanded={opened}
      style={{ flexShrink: 0 }}
      {...rest}
      onClick={toggle}
    >
      {t('ui.table.filters')}
    </Button>
  );
}
