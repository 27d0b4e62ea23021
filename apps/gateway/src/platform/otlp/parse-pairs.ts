import { decodePercent } from '../decode-percent.ts';
/**
 * Parses `name=value,other=value` with percent-encoded values, the format of OpenTelemetry's standard
 * variables.
 */
export function parsePairs(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.trim());
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decodePercent(pair.slice(at + 1).trim())]];
    }),
  );
}
