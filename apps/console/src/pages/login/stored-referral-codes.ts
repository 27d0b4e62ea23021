import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepItem } from '../../keep-item.ts';

const KEY = 'aff';
const REGISTRATION_KEY = 'registration-code';
/** The format of a code: a longer one would make the whole registration fail. */
const CODE = /^[\w-]{1,64}$/;

/** Stores the codes in the URL for a later registration. */
export function useStoreReferralCodes(): void {
  const { aff, invite } = useSearch({ strict: false }) as { aff?: string; invite?: string };
  useEffect(() => {
    if (aff !== undefined && CODE.test(aff)) keepItem(KEY, aff);
    if (invite !== undefined && CODE.test(invite)) storeRegistrationCode(invite);
  }, [aff, invite]);
}

/** Stores the registration code typed last, for a login at a provider; an empty one removes it. */
export function storeRegistrationCode(code: string): void {
  if (code === '') localStorage.removeItem(REGISTRATION_KEY);
  else keepItem(REGISTRATION_KEY, code);
}

/** Returns the stored registration code, or an empty string. */
export function storedRegistrationCode(): string {
  return localStorage.getItem(REGISTRATION_KEY) ?? '';
}

/** Returns the stored codes to send with a first login at a provider. */
export function storedCodes(): { aff?: string; registration_code?: string } {
  const [aff, code] = [storedReferralCode(), storedRegistrationCode()];
  return { ...(aff === '' ? {} : { aff }), ...(code === '' ? {} : { registration_code: code }) };
}

/** Returns the stored invitation code, or an empty string. */
export function storedReferralCode(): string {
  return localStorage.getItem(KEY) ?? '';
}
