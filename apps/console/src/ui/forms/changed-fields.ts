/**
 * Returns the fields of `after` that differ from `before`. Forms send only these: an edit must not undo what
 * somebody else, or another tab, has changed since the form was opened.
 */
export function changedFields<Fields extends object>(
  before: NoInfer<Fields>,
  after: Fields,
): Partial<Fields> {
  const isSame = (key: string) =>
    JSON.stringify(before[key as keyof Fields]) === JSON.stringify(after[key as keyof Fields]);
  return Object.fromEntries(
    Object.entries(after).filter(([key]) => !isSame(key)),
  ) as Partial<Fields>;
}
