import { Text, Title } from '@mantine/core';
import { LOG_CONSUME, type LogEntry } from '@tollgate/contract';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { Money } from '../../ui/display/money.tsx';
import { readOther } from './read-other.ts';
import { buildTimeline, type TimelineStep } from './timeline.ts';
import './logs.css';
import { formatNumber } from '../../ui/format/format-number.ts';

/** How the time of a call was spent: each attempt, its wait for the first token and its stream. */
export function CallTimeline({ row }: { row: LogEntry }) {
  const { t } = useTranslation();
  const other = readOther(row);
  const timeline = buildTimeline(row, other);
  if (!timeline) return null;
  const { steps, total } = timeline;
  // Authentication, limits, reservation and channel selection.
  const accepted = Math.round(steps[0]?.offset ?? 0);
  const ms = (value: number) => t('logs.milliseconds', { ms: formatNumber(Math.round(value)) });
  return (
    <section>
      <Title order={3} mb={6}>
        {t('logs.timeline.title')}
        <Text component="span" size="sm" c="dimmed" fw={400} ml="xs">
          {[ms(total), t('logs.timeline.attempts', { count: steps.length })].join(' · ')}
        </Text>
      </Title>
      <ol className="call-timeline">
        {accepted > 0 ? (
          <OwnStep
            name={t('logs.timeline.accepted')}
            place={{ insetInlineStart: 0, width: `${(accepted / total) * 100}%` }}
            time={ms(accepted)}
          >
            {other.reserved === undefined ? null : (
              <>
                {t('logs.timeline.reserved')} <Money quota={other.reserved} exact />
              </>
            )}
          </OwnStep>
        ) : null}
        {steps.map((step, index) => (
          <Step key={index} step={step} number={index + 1} total={total} ms={ms} />
        ))}
        {row.type === LOG_CONSUME ? (
          <OwnStep
            name={t('logs.timeline.settled')}
            place={{ insetInlineEnd: 0, width: 2 }}
            time={ms(total)}
          >
            {t('logs.timeline.charged')} <Money quota={row.quota} exact />
          </OwnStep>
        ) : null}
      </ol>
      <Text size="xs" c="dimmed" className="tabular">
        {[
          ...(other.frt === undefined ? [] : [`${t('logs.timeline.first')} ${ms(other.frt)}`]),
          ...(speedOf(row, total, other.frt) ?? []).map((speed) =>
            t('logs.timeline.speed', { speed }),
          ),
          `${t('logs.timeline.total')} ${ms(total)}`,
        ].join(' · ')}
      </Text>
    </section>
  );
}

/** A step of the gateway itself, before or after the attempts. */
function OwnStep({
  name,
  place,
  time,
  children,
}: {
  name: string;
  /** Position of its part of the bar. */
  place: CSSProperties;
  time: string;
  children: ReactNode;
}) {
  return (
    <li>
      <span>
        <Text component="span" size="sm" fw={500}>
          {name}
        </Text>
        {children === null ? null : (
          <Text size="xs" c="dimmed">
            {children}
          </Text>
        )}
      </span>
      <span className="call-bar" aria-hidden>
        <span className="call-part" data-part="own" style={place} />
      </span>
      <Text component="span" size="sm" className="tabular" ta="end">
        {time}
      </Text>
    </li>
  );
}

/** Returns tokens per second after the first one, if meaningful. */
function speedOf(row: LogEntry, total: number, first: number | undefined): number[] | undefined {
  const seconds = first === undefined ? 0 : (total - first) / 1000;
  return seconds > 0.05 && row.completion_tokens > 1
    ? [Math.round(row.completion_tokens / seconds)]
    : undefined;
}

function Step({
  step,
  number,
  total,
  ms,
}: {
  step: TimelineStep;
  number: number;
  total: number;
  ms: (value: number) => string;
}) {
  const { t, i18n } = useTranslation();
  const { attempt, offset, waiting, streaming } = step;
  const share = (part: number) => `${(part / total) * 100}%`;
  const { fault, kind, status } = attempt;
  return (
    <li>
      <span>
        <Text component="span" size="sm" fw={500}>
          {t('logs.timeline.attempt', { number, name: attempt.name || `#${attempt.channel}` })}
        </Text>
        {fault === undefined ? null : (
          <Text size="xs" c="var(--status-bad)">
            {[status || '', translateEnum(i18n, 'routing.faults', kind ?? fault)].join(' ').trim()}
          </Text>
        )}
      </span>
      <span className="call-bar" aria-hidden>
        <span
          className="call-part"
          data-part={fault === undefined ? 'waiting' : 'failed'}
          style={{ insetInlineStart: share(offset), width: share(waiting) }}
        />
        <span
          className="call-part"
          data-part="streaming"
          style={{ insetInlineStart: share(offset + waiting), width: share(streaming) }}
        />
      </span>
      <Text component="span" size="sm" className="tabular" ta="end">
        {ms(waiting + streaming)}
      </Text>
    </li>
  );
}
