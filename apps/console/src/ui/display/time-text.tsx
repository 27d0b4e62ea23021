import dayjs from 'dayjs';
import { memo, useMemo } from 'react';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { formatMoment, formatRelativeTime, formatTime } from '../format/format-time.ts';
import { useNow } from '../hooks/use-now.ts';
import { HintText } from './hint-text.tsx';

/** A time relative to now, with its date on hover and focus; for values that change every second. */
export function RelativeTime({ seconds }: { seconds: number }) {
  const { i18n } = useTranslation();
  const now = useNow();
  return (
    <HintText hint={formatTime(seconds)} dateTime={dayjs.unix(seconds).toISOString()}>
      {formatRelativeTime(seconds, now, i18n.language)}
    </HintText>
  );
}

/** A date (to the second if there is space), with the exact and the relative time on hover and focus. */
export const TimeText = memo(function TimeText({
  seconds,
  precise = false,
}: {
  seconds: number;
  precise?: boolean;
}) {
  const { language } = useTranslation().i18n;
  // A table has thousands: the relative time is computed once per value and does not count on.
  const ago = useMemo(
    () => formatRelativeTime(seconds, unixSeconds(), language),
    [seconds, language],
  );
  return (
    <HintText
      hint={`${formatTime(seconds, true)} · ${ago}`}
      dateTime={dayjs.unix(seconds).toISOString()}
    >
      {formatTime(seconds, precise)}
    </HintText>
  );
});

/** A time to the second, as short as possible; the full and the relative time on hover and focus. */
export const MomentText = memo(function MomentText({ seconds }: { seconds: number }) {
  const { language } = useTranslation().i18n;
  const [moment, ago] = useMemo(() => {
    const now = unixSeconds();
    return [formatMoment(seconds, now, language), formatRelativeTime(seconds, now, language)];
  }, [seconds, language]);
  return (
    <HintText
      hint={`${formatTime(seconds, true)} · ${ago}`}
      dateTime={dayjs.unix(seconds).toISOString()}
    >
      {moment}
    </HintText>
  );
});
