import { isRecord, parseJsonText } from '../json/parse-json.ts';

/** Status of the upstream → status that the client sees. */
export type StatusCodeMapping = ReadonlyMap<number, number>;

export type StatusCodeMappingResult =
  | { readonly ok: true; readonly mapping: StatusCodeMapping }
  | { readonly ok: false; readonly code: 'status_code_mapping_invalid' };

const INVALID: StatusCodeMappingResult = { ok: false, code: 'status_code_mapping_invalid' };

/**
 * Parses a channel's status_code_mapping: a JSON object like {"400":"500"}; keys and values may be numbers or
 * numeric strings; empty text is an empty mapping. Only errors (400 to 599) can be mapped, and only to
 * errors: a success must stay one, and an error must not become one.
 */
export function parseStatusCodeMapping(text: string): StatusCodeMappingResult {
  if (text.trim() === '') return { ok: true, mapping: new Map() };
  const parsed = parseJsonText(text);
  if (!isRecord(parsed)) return INVALID;
  const mapping = new Map<number, number>();
  for (const [key, value] of Object.entries(parsed)) {
    const from = readErrorStatus(key);
    const to = readErrorStatus(value);
    if (from === undefined || to === undefined) return INVALID;
    mapping.set(from, to);
  }
  return { ok: true, mapping };
}

function readErrorStatus(value: unknown): number | undefined {
  const text =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return /^[45]\d\d$/.test(text) ? Number(text) : undefined;
}
