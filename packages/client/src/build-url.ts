/** Builds a URL from a path with `{names}`, the values for them, and a query without empty values. */
export function buildUrl(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === ''
        ? []
        : [[name, String(value)] as [string, string]],
    ),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
