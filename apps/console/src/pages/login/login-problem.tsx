import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import type { ApiError } from '../../api/call-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { formatCountdown } from '../../ui/format/format-countdown.ts';
import { useCountdown } from '../../ui/hooks/use-countdown.ts';
import { pages } from '../index.ts';

/** Why a login failed, the remaining attempts, or when the next one is allowed. */
export function LoginProblem({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const { retryAfter, attemptsLeft } = error;
  if (retryAfter !== undefined) return <Pause seconds={retryAfter} />;
  if (attemptsLeft === undefined) return error.message;
  return (
    <>
      {error.message}
      <br />
      {t('login.attemptsLeft', { count: attemptsLeft })}{' '}
      <Anchor component={Link} to={pages.reset.path} inherit underline="always">
        {t('login.resetNow')}
      </Anchor>
    </>
  );
}

/** Counts down to the next attempt. */
function Pause({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  const [left, start] = useCountdown();
  // Before it is painted and announced as over.
  useLayoutEffect(() => start(seconds), [start, seconds]);
  if (left === 0) return t('login.tryAgain');
  // A screen reader announces it once, not every second.
  return <span role="timer">{t('login.locked', { time: formatCountdown(left) })}</span>;
}
