/**
 * Reads the old gateway's response to GET /api/option/, or an object of keys and values. Throws if it is not
 * JSON.
 */
export function readAllOptions(text: string): Map<string, string> {
  const parsed = JSON.parse(text) as
    | { data?: { key: string; value: unknown }[] }
    | Record<string, unknown>;
  const list: { key: string; value: unknown }[] = Array.isArray(parsed.data)
    ? (parsed.data as { key: string; value: unknown }[])
    : Object.entries(parsed).map(([key, value]) => ({ key, value }));
  const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return new Map(list.map(({ key, value }) => [key, toText(value)]));
}
