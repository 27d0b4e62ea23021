const HEAD = 8;
const TAIL = 4;

/** Shortens a long id to its two ends, by which ids can be told apart; returns short ones unchanged. */
export function shortId(id: string): string {
  return id.length <= HEAD + TAIL + 2 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
