import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ApiError } from '../../api/call-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
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
      {error.message} {t('login.attemptsLeft', { count: attemptsLeft })}{' '}
      <Anchor component={Link} to={pages.reset.path} inherit underline="always">
        {t('login.resetNow')}
      </Anchor>
    </>
  );
}

/** Counts down to the next attempt. */
function Pause({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  const [left, start] = useCountdown(seconds);
  useEffect(start, [start]);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return t(left > 0 ? 'login.locked' : 'login.tryAgain', { time });
}
