export const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
export const little = (value: number, size: number) =>
  Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256);
export const big = (value: number, size: number) => little(value, size).toReversed();
export const zeros = (length: number) => Array.from({ length }, () => 0);
export const bytesOf = (...byteLists: number[][]) => Uint8Array.from(byteLists.flat());

export const box = (kind: string, content: number[]) => [
  ...big(content.length + 8, 4),
  ...letters(kind),
  ...content,
];
