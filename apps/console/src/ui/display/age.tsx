import { VisuallyHidden } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { toServerTime } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { formatTime } from '../format/format-time.ts';
import { useNow } from '../hooks/use-now.ts';
import { HintText } from './hint-text.tsx';

const MINUTE = 60;
const HOUR = 3600;

/**
 * The age of data, counting up by itself: "updated 12 s ago", with the time on hover and for screen readers.
 * `atMs` is when the data was fetched, 0 while unknown: then the previous time stays, like the previous data,
 * and before the first there is a placeholder of its size.
 */
export function Age({ atMs }: { atMs: number }) {
  const { t } = useTranslation();
  const now = useNow();
  const [knownMs, keep] = useState(atMs);
  if (atMs !== 0 && atMs !== knownMs) keep(atMs);
  const fetchedAt = toServerTime(knownMs);
  const seconds = Math.floor(fetchedAt / 1000);
  if (knownMs === 0)
    return (
      <span aria-hidden className="not-read">
        {formatAge(t, 0)}
      </span>
    );
  const time = t('ui.age.at', { time: formatTime(seconds, true) });
  return (
    <HintText hint={time} dateTime={new Date(fetchedAt).toISOString()}>
      {/* Announcing every second would interrupt the screen reader. */}
      <span aria-hidden>{formatAge(t, Math.max(0, now - seconds))}</span>
      <VisuallyHidden>{time}</VisuallyHidden>
    </HintText>
  );
}

/** Formats seconds as `updated 4 s ago` or `updated 12 min ago`. */
function formatAge(t: TFunction, seconds: number): string {
  const [unit, size] =
    seconds < MINUTE
      ? (['seconds', 1] as const)
      : seconds < HOUR
        ? (['minutes', MINUTE] as const)
        : (['hours', HOUR] as const);
  return t(`ui.age.${unit}`, { value: Math.floor(seconds / size) });
}
