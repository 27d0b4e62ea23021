import { isRecord } from '../json/parse-json.ts';

/** Renames members such as `FinishReason` to `finish_reason`, recursively. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [snakeName(name), snakeKeys(member)]),
  );
}

function snakeName(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals, at: number) => {
    const lower = capitals.toLowerCase();
    return at === 0 ? lower : `_${lower}`;
  });
}
