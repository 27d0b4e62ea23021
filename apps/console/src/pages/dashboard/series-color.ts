/** Eight colours that stand for models, and one for all others; none of them is one of a status. */
const COLORS = [
  'gate-7',
  'blue-6',
  'orange-6',
  'grape-6',
  'cyan-6',
  'pink-6',
  'lime-7',
  'indigo-4',
];

/** The colour of a series by its place in the order. */
export function seriesColor(index: number): string {
  return `var(--mantine-color-${COLORS[index] ?? 'slate-5'})`;
}
