/**
 * Returns base64 in its standard alphabet, padded: Google also accepts the URL-safe one, which google-genai for
 * Python sends, and no other vendor does.
 */
export function toStandardBase64(data: string): string {
  const standard = /[-_]/.test(data) ? data.replaceAll('-', '+').replaceAll('_', '/') : data;
  return standard.length % 4 < 2
    ? standard
    : standard.padEnd(Math.ceil(standard.length / 4) * 4, '=');
}
