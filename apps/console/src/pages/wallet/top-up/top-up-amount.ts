/** What stands in the field of an amount: empty text while nothing does. */
export type TypedAmount = number | string;

/** The whole dollars of what was typed; 0 for nothing. */
export function wholeDollars(typed: TypedAmount): number {
  return Math.max(0, Math.trunc(Number(typed) || 0));
}

/** What is bought where nothing is typed, dollars. */
export function suggestedDollars(min: number): number {
  return Math.max(10, Math.ceil(min));
}

/** What becomes of the field when it is left: whole dollars, at least the minimum; nothing stays nothing. */
export function raiseToMinimum(typed: TypedAmount, min: number): TypedAmount {
  return typed === '' ? typed : Math.max(min, wholeDollars(typed));
}
