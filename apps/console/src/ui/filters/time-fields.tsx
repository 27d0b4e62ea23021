import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { parseTimeFilter } from './parse-time-filter.ts';
import { formatTime } from '../format/format-time.ts';
import type { TimeWindow } from './time-window.ts';

/** Returns two fields for a time window, initially `shown`, and a function that reads them. */
export function useTimeFields(
  shown: TimeWindow,
  chosen: TimeWindow,
): {
  fields: ReactNode;
  /** Returns the input; undefined if a time is invalid, which its field then shows. */
  read: () => TimeWindow | undefined;
} {
  const { t } = useTranslation();
  const start = useTimeField(t('ui.time.start'), shown.start_timestamp, chosen.start_timestamp);
  const end = useTimeField(t('ui.time.end'), shown.end_timestamp, chosen.end_timestamp);
  return {
    fields: (
      <>
        {start.field}
        {end.field}
      </>
    ),
    read: () => {
      const [from, to] = [start.read(), end.read()];
      return from === undefined || to === undefined
        ? undefined
        : { start_timestamp: from, end_timestamp: to };
    },
  };
}

function useTimeField(label: string, shown: number, chosen: number) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(formatTime(shown));
  const [isSubmitted, setSubmitted] = useState(false);
  const time = parseTimeFilter({ typed, shown, chosen });
  return {
    field: (
      <TextInput
        label={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isSubmitted && time === undefined ? t('ui.time.bad') : undefined}
      />
    ),
    read: () => {
      setSubmitted(true);
      return time;
    },
  };
}
