/** Parameters that are not filters: the position in the list and the page size. */
const NOT_KEPT = new Set(['p', 'page_size']);

/** Formats the filters of a query as text, in a stable order; empty if there are none. */
export function viewSearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search)
    .filter(([name, value]) => !NOT_KEPT.has(name) && value !== undefined && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([left], [right]) => left.localeCompare(right));
  return new URLSearchParams(entries).toString();
}

/** Returns the query of saved filters, on the first page. */
export function searchOfView(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Whether two texts of filters are equivalent. */
export function sameSearch(one: string, other: string): boolean {
  return viewSearch(searchOfView(one)) === viewSearch(searchOfView(other));
}
