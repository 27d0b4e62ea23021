import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { DatePicker, type DatesRangeValue } from '@mantine/dates';
// In no layer: the document lists sheets that are loaded later first, so in a layer the base styles would win.
import '@mantine/dates/styles.css';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useState } from 'react';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { formatWallTime, parseWallTime, toWallClock } from './wall-clock.ts';
import { useIsMobile } from '../hooks/use-is-mobile.ts';
import {
  comparedRange,
  type Comparison,
  COMPARISONS,
  type DateRange,
  formatRange,
  RANGE_MONTHS,
  RANGE_PRESETS,
  type RangeMonth,
  rangeOfMonth,
  type RangePreset,
  rangeOfPreset,
} from './date-range.ts';
import type { RangePickerProps } from './range-choice.ts';

/** The maximum range, in seconds: a leap year. */
const LONGEST = 366 * 86_400;

/** The content of a range picker: calendar, start and end fields, and comparison. */
export function RangePanel(props: RangePickerProps & { close: () => void }) {
  const { presets = RANGE_PRESETS, comparison, zone = '', choose, close } = props;
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const ends = useRangeEnds(props.range, zone);
  const [compared, setCompared] = useState(comparison ?? 'off');
  const take = (preset: RangePreset | '', range: DateRange) => {
    choose({ preset, range, comparison: compared });
    close();
  };
  const apply = () => {
    const range = ends.read();
    if (!range) return;
    const untouched = range.start === props.range.start && range.end === props.range.end;
    take(untouched ? props.preset : '', range);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap="md" maw={mobile ? undefined : 560}>
        {mobile ? (
          <Group gap="xs">
            {presets.map((preset) => (
              <Button
                key={preset}
                flex={1}
                h={44}
                px={4}
                variant={preset === props.preset ? 'filled' : 'default'}
                aria-pressed={preset === props.preset}
                onClick={() => take(preset, rangeOfPreset(preset, unixSeconds(), zone))}
              >
                {t(`ui.range.preset.${preset}`)}
              </Button>
            ))}
          </Group>
        ) : null}
        <Calendar ends={ends} mobile={mobile} zone={zone} />
        <Group gap="xs" align="flex-start" wrap="nowrap">
          {ends.fields.map(({ label, text, error, type }) => (
            <TextInput
              key={label}
              flex={1}
              className="tabular"
              aria-label={label}
              value={text}
              error={error}
              onChange={(event) => type(event.currentTarget.value)}
            />
          ))}
        </Group>
        <Group gap="xs" justify="flex-end">
          <Group gap="xs" mr="auto" wrap="nowrap">
            {(Object.keys(RANGE_MONTHS) as RangeMonth[]).map((month) => (
              <Button
                key={month}
                variant="default"
                px="sm"
                onClick={() => take('', rangeOfMonth(month, unixSeconds(), zone))}
              >
                {t(`ui.range.${month}`)}
              </Button>
            ))}
          </Group>
          {comparison === undefined ? null : (
            <ComparisonSelect range={ends.peek()} zone={zone} value={compared} set={setCompared} />
          )}
          <Button variant="default" onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit">{t('ui.table.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function Calendar({ ends, mobile, zone }: { ends: RangeEnds; mobile: boolean; zone: string }) {
  const { t, i18n } = useTranslation();
  const range = ends.peek();
  const days: DatesRangeValue<string> = [
    toWallClock(range.start, zone).format('YYYY-MM-DD'),
    ends.half ? null : toWallClock(range.end, zone).format('YYYY-MM-DD'),
  ];
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      size={mobile ? 'md' : 'sm'}
      locale={i18n.language === 'en' ? 'en' : 'zh-cn'}
      numberOfColumns={mobile ? 1 : 2}
      columnsToScroll={1}
      weekendDays={[]}
      monthLabelFormat={t('ui.range.monthFormat')}
      maxDate={toWallClock(unixSeconds(), zone).format('YYYY-MM-DD')}
      defaultDate={toWallClock(range.end, zone)
        .subtract(mobile ? 0 : 1, 'month')
        .format('YYYY-MM-DD')}
      value={days}
      onChange={([from, to]) => ends.choose(from, to)}
      ariaLabels={{
        previousMonth: t('ui.range.previousMonth'),
        nextMonth: t('ui.range.nextMonth'),
        previousYear: t('ui.range.previousYear'),
        nextYear: t('ui.range.nextYear'),
        previousDecade: t('ui.range.previousYears'),
        nextDecade: t('ui.range.nextYears'),
      }}
    />
  );
}

function ComparisonSelect({
  range,
  zone,
  value,
  set,
}: {
  range: DateRange;
  zone: string;
  value: Comparison;
  set: (value: Comparison) => void;
}) {
  const { t, i18n } = useTranslation();
  const nameOf = (comparison: Comparison) => {
    const other = comparedRange(range, comparison, zone);
    const name = t(`ui.range.compare.${comparison}`);
    return other
      ? `${name}: ${formatRange(other, i18n.language, { zone, thisYear: dayjs.unix(unixSeconds()).year() })}`
      : name;
  };
  return (
    <Select
      flex={{ base: '1 0 100%', sm: '1 1 220px' }}
      aria-label={t('ui.range.compareWith')}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      value={value}
      data={COMPARISONS.map((one) => ({ value: one, label: nameOf(one) }))}
      onChange={(chosen) => chosen && set(chosen)}
    />
  );
}

type RangeEnds = ReturnType<typeof useRangeEnds>;

/** The start and end being edited: text, parsed time and errors. */
function useRangeEnds(initial: DateRange, zone: string) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(() => formatWallTime(initial.start, zone));
  const [to, setTo] = useState(() => formatWallTime(initial.end, zone));
  const [isSubmitted, setSubmitted] = useState(false);
  // Whether only the first of two days was clicked.
  const [half, setHalf] = useState(false);
  const start = parseWallTime(from, zone);
  const minute = parseWallTime(to, zone);
  // The end is entered in minutes and includes that whole minute.
  const end = minute === undefined ? undefined : minute + 59;
  const [fromError, toError] = [start === undefined, end === undefined].map((bad) =>
    isSubmitted && bad ? t('ui.time.bad') : undefined,
  );
  const fault = start !== undefined && end !== undefined ? findFault(start, end) : undefined;
  return {
    half,
    fields: [
      { label: t('ui.time.start'), text: from, error: fromError, type: setFrom },
      {
        label: t('ui.time.end'),
        text: to,
        error: toError ?? (isSubmitted && fault ? t(`ui.range.${fault}`) : undefined),
        type: setTo,
      },
    ],
    /** Returns the current selection; an invalid start or end keeps its initial value. */
    peek: (): DateRange => ({ start: start ?? initial.start, end: end ?? initial.end }),
    read: (): DateRange | undefined => {
      setSubmitted(true);
      return start === undefined || end === undefined || fault ? undefined : { start, end };
    },
    choose: (first: string | null, last: string | null) => {
      if (first === null) return;
      setHalf(last === null);
      setFrom(`${first} 00:00`);
      setTo(`${last ?? first} 23:59`);
    },
  };
}

function findFault(start: number, end: number): 'reversed' | 'tooLong' | undefined {
  if (end < start) return 'reversed';
  return end - start > LONGEST ? 'tooLong' : undefined;
}
