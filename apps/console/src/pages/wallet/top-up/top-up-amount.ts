/** The content of an amount field: '' while empty. */
export type TypedAmount = number | string;

/** Rounds an amount down to whole dollars; 0 if empty. */
export function wholeDollars(typed: TypedAmount): number {
  return Math.max(0, Math.trunc(Number(typed) || 0));
}

/** Returns the amount in dollars that is bought if none is entered. */
export function suggestedDollars(min: number): number {
  return Math.max(10, Math.ceil(min));
}

/** Normalizes the field on blur: whole dollars, at least the minimum; empty stays empty. */
export function raiseToMinimum(typed: TypedAmount, min: number): TypedAmount {
  return typed === '' ? typed : Math.max(min, wholeDollars(typed));
}
