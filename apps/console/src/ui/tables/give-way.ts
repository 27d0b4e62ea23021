/** A rank of columns that gave way, and how wide the table wanted to be while they were there. */
export interface GivenWay {
  rank: number;
  wanted: number;
}

/** A table as the browser laid it out, in pixels; `highest` is the highest rank of its columns, 0 for none. */
export interface TableFit {
  wanted: number;
  room: number;
  highest: number;
}

/**
 * What has given way after one more look: the columns of the highest rank where the table is too wide, back
 * with the last that went where there is room for them again. The same list where all is well.
 */
export function giveWay(
  given: readonly GivenWay[],
  { wanted, room, highest }: TableFit,
): readonly GivenWay[] {
  // Half pixels are rounded up by some browsers.
  if (wanted > room + 1) return highest > 0 ? [...given, { rank: highest, wanted }] : given;
  const last = given.at(-1);
  return last && last.wanted <= room ? given.slice(0, -1) : given;
}
