/** Formats a share of answered calls: `100%`, `99.96%`; never rounded up to 100%. */
export function formatAnswered(share: number): string {
  const percent = Math.floor(share * 10_000) / 100;
  return `${percent === 100 ? '100' : percent.toFixed(2)}%`;
}
