import { Text, Tooltip } from '@mantine/core';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';

const FORMAT = 'YYYY-MM-DD HH:mm';
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** A time in seconds as YYYY-MM-DD HH:mm, in the browser's zone. */
export function formatTime(seconds: number): string {
  return dayjs.unix(seconds).format(FORMAT);
}

/** A time as its date, with how long ago on hover and focus. */
export function TimeText({ seconds }: { seconds: number }) {
  const { i18n } = useTranslation();
  const away = seconds - Math.floor(Date.now() / 1000);
  const [unit, size] = STEPS.find(([, length]) => Math.abs(away) >= length) ?? ['second', 1];
  const relative = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(
    Math.round(away / size),
    unit,
  );
  return (
    <Tooltip label={relative}>
      <Text
        component="time"
        inherit
        className="tabular"
        dateTime={dayjs.unix(seconds).toISOString()}
        style={{ whiteSpace: 'nowrap' }}
      >
        {formatTime(seconds)}
      </Text>
    </Tooltip>
  );
}
