/** Whose stored user a text is; undefined where it is nobody's. */
function idOf(text: string | null): unknown {
  try {
    return (JSON.parse(text ?? 'null') as { id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
}

/** Whether what is on screen is no longer for whoever is signed in: they left, or somebody else came. */
export function shouldReloadSession({
  key,
  oldValue,
  newValue,
}: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>): boolean {
  const before = idOf(oldValue);
  return key === 'user' && before !== undefined && before !== idOf(newValue);
}
