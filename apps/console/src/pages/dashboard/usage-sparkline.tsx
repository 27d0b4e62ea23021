import type { UsageFigures, UsageReport } from '@tollgate/contract';
import { Sparkline } from '../../ui/charts/sparkline.tsx';

/** A figure's sparkline, without the intervals that have not begun. */
export function usageSparkline(
  { pieces, before_pieces: past, edges, read_at: readAt }: UsageReport,
  of: (figures: UsageFigures) => number | null,
  tone?: 'bad',
) {
  const started = pieces.filter((_, index) => (edges[index] ?? 0) <= readAt);
  const values = [...started.map(of), ...pieces.slice(started.length).map(() => null)];
  return <Sparkline values={values} before={past.map(of)} {...(tone ? { tone } : {})} />;
}
