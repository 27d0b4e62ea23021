import i18next from 'i18next';
import { connection } from '../api/connection.ts';
import { toastWarning } from '../ui/feedback/toasts.tsx';

/**
 * Offers a reload once the gateway serves another console than this document, as after an upgrade. Looks when
 * the gateway is back or the tab is shown again, and when code is missing. Returns a function that stops it.
 */
export function offerUpdate(): () => void {
  let isOffered = false;
  const offer = () => {
    if (isOffered) return;
    isOffered = true;
    toastWarning(i18next.t('shell.crash.updated'), {
      label: i18next.t('shell.crash.reload'),
      run: () => location.reload(),
    });
  };
  const look = async () => {
    if (!isOffered && !document.hidden && (await isReplaced())) offer();
  };
  const stopWatching = connection.subscribe(() => {
    if (connection.read().state === 'back') void look();
  });
  const onShown = () => void look();
  document.addEventListener('visibilitychange', onShown);
  window.addEventListener('vite:preloadError', offer);
  return () => {
    stopWatching();
    document.removeEventListener('visibilitychange', onShown);
    window.removeEventListener('vite:preloadError', offer);
  };
}

/** Whether the script that started this document is gone: its name contains a hash of the build. */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (!script) return false;
  try {
    return (await fetch(script.src, { method: 'HEAD', cache: 'no-store' })).status === 404;
  } catch {
    return false;
  }
}
