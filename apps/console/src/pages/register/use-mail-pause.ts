import { useState } from 'react';
import type { ApiError } from '../../api/call-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { formatCountdown } from '../../ui/format/format-countdown.ts';
import { useCountdown } from '../../ui/hooks/use-countdown.ts';

/** Minimum time between two mails to one address, as enforced by the server. */
const GAP_SECONDS = 30;

/**
 * Counts down to when the next mail may be sent to `email`: after a mail was sent, or for as long as the server
 * says that it refuses another. Other addresses need not wait.
 */
export function useMailPause(email: string) {
  const { t } = useTranslation();
  const [left, start] = useCountdown();
  const [paused, setPaused] = useState('');
  const address = email.trim().toLowerCase();
  const isWaiting = left > 0 && address === paused;
  const pause = (seconds: number) => {
    setPaused(address);
    start(seconds);
  };
  return {
    isWaiting,
    labelOr: (label: string) =>
      isWaiting ? t('registration.codeWait', { time: formatCountdown(left) }) : label,
    begin: () => pause(GAP_SECONDS),
    beginAfter: ({ retryAfter }: ApiError) => {
      if (retryAfter !== undefined) pause(retryAfter);
    },
  };
}
