import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

const KEY = 'aff';
const REGISTRATION_KEY = 'registration-code';
/** What a code may look like: a longer one would be refused with the whole registration. */
const CODE = /^[\w-]{1,64}$/;

/** Keeps the codes of an address, for the registration that may follow. */
export function useKeptReferral(): void {
  const { aff, invite } = useSearch({ strict: false }) as { aff?: string; invite?: string };
  useEffect(() => {
    if (aff !== undefined && CODE.test(aff)) localStorage.setItem(KEY, aff);
    if (invite !== undefined && CODE.test(invite)) keepRegistrationCode(invite);
  }, [aff, invite]);
}

/** Keeps the registration code that was typed last, for a login elsewhere; empty forgets it. */
export function keepRegistrationCode(code: string): void {
  if (code === '') localStorage.removeItem(REGISTRATION_KEY);
  else localStorage.setItem(REGISTRATION_KEY, code);
}

/** The registration code that was kept; empty without one. */
export function keptRegistrationCode(): string {
  return localStorage.getItem(REGISTRATION_KEY) ?? '';
}

/** What a first login elsewhere brings along. */
export function keptCodes(): { aff?: string; registration_code?: string } {
  const [aff, code] = [keptReferral(), keptRegistrationCode()];
  return { ...(aff === '' ? {} : { aff }), ...(code === '' ? {} : { registration_code: code }) };
}

/** The invitation code that was kept last; empty without one. */
export function keptReferral(): string {
  return localStorage.getItem(KEY) ?? '';
}
