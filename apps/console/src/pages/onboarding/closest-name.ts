/** How many letters of a name may be wrong. */
const WRONG_MAX = 0.4;

/** The name that somebody most likely meant who wrote another; undefined where none is near. */
export function closestName(written: string, names: readonly string[]): string | undefined {
  const wanted = written.toLowerCase();
  const ranked = names
    .map((name) => ({ name, away: distance(wanted, name.toLowerCase()) }))
    .sort((one, other) => one.away - other.away);
  const [nearest] = ranked;
  return nearest && nearest.away > 0 && nearest.away <= wanted.length * WRONG_MAX
    ? nearest.name
    : undefined;
}

/** How many letters have to be put in, taken out or changed to make one text of another. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (let column = 0; column < other.length; column += 1)
      line.push(
        Math.min(
          (line[column] ?? 0) + 1,
          (above[column + 1] ?? 0) + 1,
          (above[column] ?? 0) + (letter === other[column] ? 0 : 1),
        ),
      );
    above = line;
  }
  return above[other.length] ?? one.length;
}
