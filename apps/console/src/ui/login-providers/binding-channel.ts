import { useEffect } from 'react';

const NAME = 'identity-bound';

/** Tells the other tabs that an identity was bound here: consent is given in a window of its own. */
export function announceBinding(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(null);
  channel.close();
}

/** Runs `onBound` whenever another tab has bound an identity. */
export function useBindingAnnounced(onBound: () => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', onBound);
    return () => channel.close();
  }, [onBound]);
}
