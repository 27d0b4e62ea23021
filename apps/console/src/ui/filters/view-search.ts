/** What is no filter: where in the list one is, and how long its pages are. */
const NOT_KEPT = new Set(['p', 'page_size']);

/** The filters of an address as text, in one order; empty where there are none. */
export function viewSearch(search: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(search)
    .filter(([name, value]) => !NOT_KEPT.has(name) && value !== undefined && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([left], [right]) => left.localeCompare(right));
  return new URLSearchParams(kept).toString();
}

/** The address of kept filters, on the first page. */
export function searchOfView(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Whether two texts of filters mean the same. */
export function sameSearch(one: string, other: string): boolean {
  return viewSearch(searchOfView(one)) === viewSearch(searchOfView(other));
}
