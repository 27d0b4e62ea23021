import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

const KEY = 'aff';

/** Keeps the invitation code of an address, for the registration that may follow. */
export function useKeptReferral(): void {
  const { aff } = useSearch({ strict: false }) as { aff?: string };
  useEffect(() => {
    if (aff) localStorage.setItem(KEY, aff);
  }, [aff]);
}

/** The invitation code that was kept last; empty without one. */
export function keptReferral(): string {
  return localStorage.getItem(KEY) ?? '';
}
