/** Formats milliseconds as seconds: `0.41 s`. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
