/** What gives an element a tip on hover and focus, above it or beside. One `Tooltips` serves them all: a table has thousands. */
export const tip = (text: string, side: 'top' | 'right' = 'top') => ({
  'data-tip': text,
  ...(side === 'right' ? { 'data-tip-side': side } : {}),
});
