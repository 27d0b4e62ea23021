import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from '../texts.tsx';
import { identityCheck } from '../api/identity-check.ts';
import { sessionRenewal } from '../session/session-renewal.ts';
import { takeMessage } from '../session/kept-message.ts';
import { askToLogInAgain } from '../ui/feedback/login-again-dialog.tsx';
import { keepFocus } from '../ui/feedback/keep-focus.ts';
import { overlaysReady } from '../ui/feedback/overlays-ready.ts';
import { toastInfo, TOASTS_MAX } from '../ui/feedback/toasts.tsx';
import { narrowDigits } from '../ui/forms/narrow-digits.ts';
import { Tooltips } from '../ui/feedback/tooltips.tsx';
import { Announcement } from './announcement.tsx';
import { offerUpdate } from './offer-update.ts';
import { printInLight } from './print-in-light.ts';

function showKeptMessage(): void {
  const message = takeMessage();
  if (message !== undefined) toastInfo(message);
}

/** The host of confirmations and toasts; loaded separately, as no page starts with one. */
export function Overlays() {
  const { t } = useTranslation();
  useEffect(() => {
    overlaysReady.open();
    identityCheck.use(async () =>
      (await import('../ui/feedback/identity-dialog.tsx')).askForIdentity(),
    );
    sessionRenewal.use(askToLogInAgain);
  }, []);
  useEffect(keepFocus, []);
  useEffect(narrowDigits, []);
  useEffect(offerUpdate, []);
  useEffect(printInLight, []);
  useEffect(showKeptMessage, []);
  const closeButtonProps = { 'aria-label': t('ui.close') };
  return (
    <>
      <ModalsProvider modalProps={{ closeButtonProps }}>{null}</ModalsProvider>
      <Tooltips />
      <Announcement />
      {/* Drawers are at the right, dialogs in the middle: their titles and buttons stay in sight. */}
      <Notifications position="bottom-left" limit={TOASTS_MAX} />
    </>
  );
}
