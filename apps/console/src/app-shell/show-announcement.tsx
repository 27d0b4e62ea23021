import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { overlaysReady } from '../ui/feedback/overlays-ready.ts';
import { RichText } from '../ui/content/rich-text.tsx';

const MODAL = 'notice';

/** Opens the site's notice; `closed` runs once it was dismissed. Returns a function that removes it. */
export function showAnnouncement(text: string, closed?: () => void): () => void {
  let isWanted = true;
  overlaysReady.pass(() => {
    if (!isWanted) return;
    modals.open({
      modalId: MODAL,
      title: i18next.t('shell.notice'),
      size: 'lg',
      children: <RichText text={text} />,
      ...(closed ? { onClose: closed } : {}),
    });
  });
  return () => {
    isWanted = false;
    modals.close(MODAL);
  };
}
