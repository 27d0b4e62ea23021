const HEAD = 8;
const TAIL = 4;

/** A long id as its two ends, by which people tell one from another; short ones as they are. */
export function shortId(id: string): string {
  return id.length <= HEAD + TAIL + 2 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
