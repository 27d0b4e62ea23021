import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime, formatTime } from '../format/format-time.ts';
import { HintText } from './hint-text.tsx';

/** How far a time is from now, with its date on hover and focus; for what changes by the second. */
export function RelativeTime({ seconds }: { seconds: number }) {
  const { i18n } = useTranslation();
  return (
    <HintText hint={formatTime(seconds)} dateTime={dayjs.unix(seconds).toISOString()}>
      {formatRelativeTime(seconds, Math.floor(Date.now() / 1000), i18n.language)}
    </HintText>
  );
}

/** A time as its date (to the second where there is room), with the second and how long ago on hover and focus. */
export function TimeText({ seconds, precise = false }: { seconds: number; precise?: boolean }) {
  const { i18n } = useTranslation();
  return (
    <HintText
      hint={`${formatTime(seconds, true)} · ${formatRelativeTime(seconds, Math.floor(Date.now() / 1000), i18n.language)}`}
      dateTime={dayjs.unix(seconds).toISOString()}
    >
      {formatTime(seconds, precise)}
    </HintText>
  );
}
