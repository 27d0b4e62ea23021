/** A part of a change: without `from` it was added, without `to` it was removed. */
export interface ChangePart {
  /** A member of a JSON object; empty for the whole value. */
  name: string;
  from: string | undefined;
  to: string | undefined;
}

/** Returns the changes between two values of an option: by member for JSON objects, else as a whole. */
export function describeChange(from: string, to: string): ChangePart[] {
  const before = membersOf(from);
  const after = membersOf(to);
  if (!before || !after) return [{ name: '', from, to }];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .map((name) => ({ name, from: before.get(name), to: after.get(name) }))
    .filter((part) => part.from !== part.to);
}

function membersOf(text: string): Map<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return new Map(Object.entries(value).map(([name, part]) => [name, JSON.stringify(part)]));
  } catch {
    return undefined;
  }
}
