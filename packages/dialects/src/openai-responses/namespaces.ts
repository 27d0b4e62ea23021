const SEPARATOR = '.';

/** Joins a namespace and a tool's name, as other dialects have no namespaces; names contain no dot. */
export function joinNamespace(namespace: unknown, name: string): string {
  const isNamed = typeof namespace === 'string' && namespace !== '';
  return isNamed ? namespace + SEPARATOR + name : name;
}

/** Returns a call's name and namespace as the client knows them. */
export function splitNamespace(joined: string): {
  readonly name: string;
  readonly namespace?: string;
} {
  const at = joined.lastIndexOf(SEPARATOR);
  if (at <= 0) return { name: joined };
  return { name: joined.slice(at + 1), namespace: joined.slice(0, at) };
}
