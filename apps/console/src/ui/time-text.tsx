import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime, formatTime } from './format-time.ts';
import { HintText } from './hint-text.tsx';

/** A time as its date, with how long ago on hover and focus. */
export function TimeText({ seconds }: { seconds: number }) {
  const { i18n } = useTranslation();
  return (
    <HintText
      hint={formatRelativeTime(seconds, Math.floor(Date.now() / 1000), i18n.language)}
      dateTime={dayjs.unix(seconds).toISOString()}
    >
      {formatTime(seconds)}
    </HintText>
  );
}
