import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { overlayGate } from '../ui/overlay-gate.ts';
import { Tips } from '../ui/tips.tsx';
import { Notice } from './notice.tsx';

/** Where questions and toasts appear; fetched apart, as no page begins with one. */
export function Overlays() {
  const { t } = useTranslation();
  useEffect(() => overlayGate.open(), []);
  const closeButtonProps = { 'aria-label': t('ui.close') };
  return (
    <>
      <ModalsProvider modalProps={{ closeButtonProps }}>{null}</ModalsProvider>
      <Tips />
      <Notice />
      <Notifications position="top-right" limit={4} />
    </>
  );
}
