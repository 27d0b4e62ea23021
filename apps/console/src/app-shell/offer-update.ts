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
    if (!isOffered && !document.hidden && (await readEntry()) === 404) offer();
  };
  // Code can't be fetched without a connection either.
  const onMissing = async () => {
    if ((await readEntry()) !== undefined) offer();
  };
  const stopWatching = connection.subscribe(() => {
    if (connection.read().state === 'back') void look();
  });
  const onShown = () => void look();
  document.addEventListener('visibilitychange', onShown);
  const onPreloadError = () => void onMissing();
  window.addEventListener('vite:preloadError', onPreloadError);
  return () => {
    stopWatching();
    document.removeEventListener('visibilitychange', onShown);
    window.removeEventListener('vite:preloadError', onPreloadError);
  };
}

/**
 * Returns the status of the script that started this document, whose name contains a hash of the build: 404
 * once it was replaced. Undefined without a response.
 */
async function readEntry(): Promise<number | undefined> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (!script) return undefined;
  try {
    return (await fetch(script.src, { method: 'HEAD', cache: 'no-store' })).status;
  } catch {
    return undefined;
  }
}
