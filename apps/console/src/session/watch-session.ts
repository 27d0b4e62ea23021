import { shouldReloadSession } from './should-reload-session.ts';

/**
 * Reloads once the session changes in another tab, so that nothing of the first user stays on
 * screen or in memory. Own changes are handled where they are made. Returns what stops watching.
 */
export function watchSession(reload: () => void): () => void {
  const onStorage = (change: StorageEvent) => {
    if (shouldReloadSession(change)) reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
