/** Returns the id of a stored user; undefined if there is none. */
function idOf(text: string | null): unknown {
  try {
    return (JSON.parse(text ?? 'null') as { id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
}

/** Whether the screen shows data of a user who is no longer signed in: signed out, or replaced by another. */
export function shouldReloadSession({
  key,
  oldValue,
  newValue,
}: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>): boolean {
  const before = idOf(oldValue);
  return key === 'user' && before !== undefined && before !== idOf(newValue);
}
