const SEPARATOR = '.';

/** Tools of a namespace have one name elsewhere; names themselves hold no full stop. */
export function joinNamespace(namespace: unknown, name: string): string {
  const isNamed = typeof namespace === 'string' && namespace !== '';
  return isNamed ? namespace + SEPARATOR + name : name;
}

/** The name of a call as the client knows it. */
export function splitNamespace(joined: string): {
  readonly name: string;
  readonly namespace?: string;
} {
  const at = joined.lastIndexOf(SEPARATOR);
  if (at <= 0) return { name: joined };
  return { name: joined.slice(at + 1), namespace: joined.slice(0, at) };
}
