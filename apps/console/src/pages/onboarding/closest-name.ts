/** The maximum share of a name's letters that may differ. */
const WRONG_MAX = 0.4;

/** Returns the name that was most likely meant by a misspelled one; undefined if none is close. */
export function closestName(written: string, names: readonly string[]): string | undefined {
  const lowered = written.toLowerCase();
  const ranked = names
    .map((name) => ({ name, away: distance(lowered, name.toLowerCase()) }))
    .sort((one, other) => one.away - other.away);
  const [nearest] = ranked;
  return nearest && nearest.away > 0 && nearest.away <= lowered.length * WRONG_MAX
    ? nearest.name
    : undefined;
}

/** Returns the edit distance (Levenshtein) of two texts. */
function distance(left: string, right: string): number {
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...left].entries()) {
    const line = [row + 1];
    for (let column = 0; column < right.length; column += 1)
      line.push(
        Math.min(
          (line[column] ?? 0) + 1,
          (above[column + 1] ?? 0) + 1,
          (above[column] ?? 0) + (letter === right[column] ? 0 : 1),
        ),
      );
    above = line;
  }
  return above[right.length] ?? left.length;
}
