/** Parses an integer; undefined for anything else and for less than the minimum. */
export function parseWholeNumber(typed: string | number, minimum: number): number | undefined {
  const text = String(typed).trim();
  if (!/^-?\d+$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= minimum ? number : undefined;
}
