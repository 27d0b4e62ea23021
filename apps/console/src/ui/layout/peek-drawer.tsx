import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';

/** Details of a row beside the table; J and K go on moving through the rows, closing leads back. */
export function PeekDrawer({
  title,
  opened,
  close,
  size = 460,
  children,
}: {
  title: ReactNode;
  opened: boolean;
  close: () => void;
  /** Pixels. */
  size?: number;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const leave = () => {
    const row = document.querySelector<HTMLElement>('[data-row-id][data-active="true"]');
    close();
    row?.focus();
  };
  return (
    <Drawer
      opened={opened}
      onClose={leave}
      position="right"
      size={size}
      title={title}
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      data-peek
      shadow="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {children}
    </Drawer>
  );
}
