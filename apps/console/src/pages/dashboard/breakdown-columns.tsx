import type { UsageFigures, UsageMeasure } from '@tollgate/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Money } from '../../ui/display/money.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { ChangeText } from './figure-card.tsx';
import { formatCompact, formatMs, formatShare } from './use-figure-formats.ts';

/** From this share of failed calls on, and this many of them, a row's errors stand out. */
const ALARM_SHARE = 0.02;
const ALARM_CALLS = 5;

/** What a row of the breakdown says: of one model, channel, …, of the rest, or of all. */
export interface BreakdownFigures {
  figures: UsageFigures;
  before: UsageFigures | null;
  whole: UsageFigures;
  /** Of the bar; without it the row is the whole. */
  color?: string;
}

/** The columns of figures; `sort` where rows can be ranked by it. */
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
    { ...figure('calls', ({ figures }) => figures.calls.toLocaleString()), sort: 'calls' },
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

/** Failed calls as a share of all; red with a sign where they are many. */
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
