import { useEffect } from 'react';

/** Scrolls to a channel that was just added, once the list shows it. */
export function useScrollToAdded(added: number, rows: readonly { id: number }[] = []): void {
  const isShown = added > 0 && rows.some(({ id }) => id === added);
  useEffect(() => {
    if (isShown)
      document.querySelector(`[data-row-id="${added}"]`)?.scrollIntoView({ block: 'center' });
  }, [added, isShown]);
}
