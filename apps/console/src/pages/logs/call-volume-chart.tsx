import { Text } from '@mantine/core';
import type { LogCourse } from '@tollgate/contract';
import dayjs from 'dayjs';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import './call-volume-chart.css';
import { formatSpan } from '../../ui/format/format-span.ts';
import { localeOf } from '../../ui/format/locale-of.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** Number of time labels below the bars. */
const MARKS = 5;
const DAY = 86_400;

/**
 * Answered and failed calls over the list's time window. A bar shows its numbers on hover and focus (arrow
 * keys move), and a click narrows the window to it.
 */
export function CallVolumeChart({
  course,
  zoom,
}: {
  course: LogCourse | undefined;
  zoom: (start: number, end: number) => void;
}) {
  const { t, i18n } = useTranslation();
  const [at, setAt] = useState<number | undefined>(undefined);
  const { start = 0, step = 0 } = course ?? {};
  const events = useStableCallbacks({
    show: setAt,
    zoom: (index: number) => zoom(start + index * step, start + (index + 1) * step - 1),
  });
  const intervals = course?.pieces ?? [];
  const top = Math.max(...intervals.map(({ calls, failed }) => calls + failed), 0);
  if (!course)
    return (
      <section className="course" aria-busy aria-label={t('logs.course.title')}>
        <Text size="xs" c="dimmed" className="course-text">
          {t('logs.course.title')}
        </Text>
        <div className="course-bars" />
        <div className="course-marks">{'\u00a0'}</div>
      </section>
    );
  if (top === 0) return null;
  const last = intervals.length - 1;
  const shown = Math.min(at ?? last, last);
  const { time, numbers } = textsOf(t, i18n.language, course, shown);
  return (
    <section className="course" aria-label={t('logs.course.title')}>
      <Text size="xs" c="dimmed" className="course-text tabular">
        <span>{t('logs.course.title')}</span>
        <span>{time}</span>
        <span>{numbers}</span>
      </Text>
      <Bars course={course} top={top} shown={shown} {...events} />
      <div className="course-marks tabular" aria-hidden>
        {Array.from({ length: MARKS }, (_, mark) => (
          <span key={mark}>
            {markOf(
              i18n.language,
              start + Math.round((mark / (MARKS - 1)) * step * intervals.length),
              step,
            )}
          </span>
        ))}
      </div>
    </section>
  );
}

interface BarsProps {
  course: LogCourse;
  /** Number of calls of the highest bar. */
  top: number;
  shown: number;
  show: (index: number | undefined) => void;
  zoom: (index: number) => void;
}

/** Re-renders only when its numbers change: the list next to it changes more often. */
const Bars = memo(function Bars({ course, top, shown, show, zoom }: BarsProps) {
  const { t, i18n } = useTranslation();
  return (
    <div
      className="course-bars"
      role="group"
      aria-label={t('logs.course.hint')}
      onPointerLeave={() => show(undefined)}
      onKeyDown={moveByArrows}
    >
      {course.pieces.map(({ calls, failed }, index) => (
        <button
          key={course.start + index * course.step}
          type="button"
          tabIndex={index === shown ? 0 : -1}
          aria-label={t('logs.course.bar', textsOf(t, i18n.language, course, index))}
          onPointerEnter={() => show(index)}
          onFocus={() => show(index)}
          onClick={() => zoom(index)}
        >
          {failed === 0 ? null : (
            <span data-part="failed" style={{ height: `max(2px, ${(failed / top) * 100}%)` }} />
          )}
          <span data-part="calls" style={{ height: `${(calls / top) * 100}%` }} />
        </button>
      ))}
    </div>
  );
});

/** Describes a bar: its time, and its calls, rate and failures. */
function textsOf(
  t: TFunction,
  language: string,
  { pieces, start, step }: LogCourse,
  index: number,
): { time: string; numbers: string } {
  const { calls, failed } = pieces[index] ?? { calls: 0, failed: 0 };
  const begin = start + index * step;
  const numbers = t('logs.course.numbers', {
    calls: t('logs.course.calls', {
      count: calls + failed,
      value: formatNumber(calls + failed),
    }),
    rate: rateOf(((calls + failed) * 60) / step),
    failed: formatNumber(failed),
  });
  return { time: timeOf(language, begin, begin + step), numbers };
}

/** A single tab stop; the arrow keys move between bars. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const bars = [...event.currentTarget.querySelectorAll('button')];
  const from = bars.indexOf(document.activeElement as HTMLButtonElement);
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    Home: 0,
    End: bars.length - 1,
  }[event.key];
  if (to === undefined || from === -1) return;
  event.preventDefault();
  bars[to]?.focus();
}

/** Formats calls per minute; a low rate is not shown as 0. */
function rateOf(rate: number): string {
  if (rate > 0 && rate < 0.1) return '<0.1';
  return formatNumber(rate, { maximumFractionDigits: 1 });
}

/** Formats the days of a bar and, if it is shorter than a day, its times. */
function timeOf(language: string, begin: number, end: number): string {
  if (end - begin >= DAY) return formatSpan(dayFormat(language), begin * 1000, (end - 1) * 1000);
  const [from, to] = [dayjs.unix(begin), dayjs.unix(end)];
  return `${dayFormat(language).format(from.toDate())} ${from.format('HH:mm')}–${to.format('HH:mm')}`;
}

function markOf(language: string, seconds: number, step: number): string {
  const time = dayjs.unix(seconds);
  const day = dayFormat(language).format(time.toDate());
  if (step >= DAY / 4) return day;
  return step >= 3600 / 2 ? `${day} ${time.format('HH:mm')}` : time.format('HH:mm');
}

const dayFormat = (language: string) =>
  new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
  });
