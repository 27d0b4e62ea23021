/**
 * Returns attributes that give an element a tooltip above or to the right of it. One `Tooltips` serves all,
 * as a table has thousands.
 */
export const tip = (text: string, side: 'top' | 'right' = 'top') => ({
  'data-tip': text,
  ...(side === 'right' ? { 'data-tip-side': side } : {}),
});
