import { useCallback, useState } from 'react';
import { useStatus } from '../../../status.ts';

/** The human verification of one form. */
export interface HumanCheckState {
  /** Undefined while it is off. */
  siteKey: string | undefined;
  setToken: (token: string) => void;
  /** Counts how often a new token was asked for: each is good once. */
  round: number;
  /** What goes with a call as its query; undefined while the person has to wait for the verification. */
  query: () => { turnstile?: string } | undefined;
  /** To be called after each call that took a token. */
  renew: () => void;
}

/** Keeps the token that a form sends with its calls, while human verification is on. */
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
