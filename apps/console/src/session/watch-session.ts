import { shouldReloadSession } from './should-reload-session.ts';

/**
 * Reloads once the session changes in another tab, so that no data of the first user stays on screen or in
 * memory. Changes by this tab are handled where they are made. Returns a function that stops watching.
 */
export function watchSession(reload: () => void): () => void {
  const onStorage = (change: StorageEvent) => {
    if (shouldReloadSession(change)) reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
