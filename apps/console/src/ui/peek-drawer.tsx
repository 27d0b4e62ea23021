import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Details of a row beside the table; J and K go on moving through the rows behind it. */
export function PeekDrawer({
  title,
  opened,
  close,
  children,
}: {
  title: ReactNode;
  opened: boolean;
  close: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size={460}
      title={title}
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      shadow="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {children}
    </Drawer>
  );
}
