import { useCallback, useState } from 'react';
import { useStatus } from '../../../status.ts';

/** The human verification of one form. */
export interface HumanCheckState {
  /** Undefined while it is disabled. */
  siteKey: string | undefined;
  setToken: (token: string) => void;
  /** Counts how often a new token was requested: each is valid once. */
  round: number;
  /** Returns the query parameters of a call; undefined while the verification is pending. */
  query: () => { turnstile?: string } | undefined;
  /** Must be called after each call that used a token. */
  renew: () => void;
}

/** Holds the token that a form sends with its calls, while human verification is enabled. */
export function useHumanCheck(): HumanCheckState {
  const status = useStatus();
  const [token, setToken] = useState('');
  const [round, setRound] = useState(0);
  const isOn = status.data?.turnstile_check === true;
  const renew = useCallback(() => {
    setToken('');
    setRound((before) => before + 1);
  }, []);
  return {
    siteKey: isOn ? status.data?.turnstile_site_key : undefined,
    setToken,
    round,
    query: () => (!isOn ? {} : token === '' ? undefined : { turnstile: token }),
    renew,
  };
}
