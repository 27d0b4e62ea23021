import type { UsageFigures, UsageMeasure } from '@tollgate/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Money } from '../../ui/display/money.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { ChangeText } from './figure-card.tsx';
import { formatCompact, formatMs, formatShare } from './use-figure-formats.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** A row's errors are highlighted from this share of failed calls on, with at least this many. */
const ALARM_SHARE = 0.02;
const ALARM_CALLS = 5;

/** The figures of a breakdown row: one model, channel, …, the rest, or the total. */
export interface BreakdownFigures {
  figures: UsageFigures;
  before: UsageFigures | null;
  whole: UsageFigures;
  /** Color of the bar; absent in the row of the total. */
  color?: string;
}

/** Returns the columns of figures; `sort` if rows can be ranked by it. */
export function breakdownColumns(t: TFunction, measure: UsageMeasure): Column<BreakdownFigures>[] {
  const figure = (
    key: 'spend' | 'change' | 'calls' | 'input' | 'output' | 'failed' | 'p50' | 'p95',
    render: Column<BreakdownFigures>['render'],
  ) => ({ key, header: t(`dashboard.columns.${key}`), align: 'end' as const, render });
  return [
    { ...figure('spend', ({ figures }) => <Money quota={figures.spend} />), sort: 'spend' },
    {
      key: 'share',
      header: t('dashboard.columns.share'),
      render: (row) => <Share {...row} measure={measure} />,
    },
    {
      ...figure('change', ({ figures, before }) =>
        before ? (
          <ChangeText
            now={measured(figures, measure)}
            before={measured(before, measure)}
            better={measure === 'failed' ? 'down' : 'up'}
          />
        ) : null,
      ),
      rank: 4,
    },
    {
      ...figure('calls', ({ figures }) => formatNumber(figures.calls)),
      sort: 'calls',
    },
    { ...figure('input', ({ figures }) => formatCompact(figures.prompt_tokens)), rank: 2 },
    { ...figure('output', ({ figures }) => formatCompact(figures.completion_tokens)), rank: 2 },
    { ...figure('failed', ({ figures }) => <ErrorShare {...figures} />), sort: 'failed' },
    { ...figure('p50', ({ figures }) => formatMs(figures.first_token_p50)), rank: 1 },
    { ...figure('p95', ({ figures }) => formatMs(figures.first_token_p95)), rank: 3 },
  ];
}

function Share({ figures, whole, color, measure }: BreakdownFigures & { measure: UsageMeasure }) {
  const share = formatShare(measured(figures, measure), measured(whole, measure), 1);
  return (
    <span className="share">
      {color ? (
        <span className="share-bar">
          <span style={{ width: share === '–' ? 0 : share, background: color }} />
        </span>
      ) : null}
      <span className="tabular">{share}</span>
    </span>
  );
}

/** The share of failed calls; red with an icon if high. */
function ErrorShare({ failed, calls }: UsageFigures) {
  const alarming = failed >= ALARM_CALLS && failed / calls >= ALARM_SHARE;
  if (!alarming) return formatShare(failed, calls);
  return (
    <span className="figure-change" style={{ color: 'var(--bad)', fontSize: 'inherit' }}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {formatShare(failed, calls)}
    </span>
  );
}

function measured(figures: UsageFigures, measure: UsageMeasure): number {
  return measure === 'tokens'
    ? figures.prompt_tokens + figures.completion_tokens
    : figures[measure];
}
