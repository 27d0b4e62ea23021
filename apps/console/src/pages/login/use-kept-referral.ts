import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

const KEY = 'aff';
/** What a code may look like: a longer one would be refused with the whole registration. */
const CODE = /^[\w-]{1,64}$/;

/** Keeps the invitation code of an address, for the registration that may follow. */
export function useKeptReferral(): void {
  const { aff } = useSearch({ strict: false }) as { aff?: string };
  useEffect(() => {
    if (aff !== undefined && CODE.test(aff)) localStorage.setItem(KEY, aff);
  }, [aff]);
}

/** The invitation code that was kept last; empty without one. */
export function keptReferral(): string {
  return localStorage.getItem(KEY) ?? '';
}
