import { useEffect } from 'react';

const NAME = 'identity-bound';

/** Notifies other tabs that an identity was linked here: consent is given in a separate window. */
export function announceBinding(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(null);
  channel.close();
}

/** Runs `onBound` whenever another tab has linked an identity. */
export function useBindingAnnounced(onBound: () => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', onBound);
    return () => channel.close();
  }, [onBound]);
}
