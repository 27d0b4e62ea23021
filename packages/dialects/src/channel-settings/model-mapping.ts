import { isRecord, parseJsonText } from '../json/parse-json.ts';

/** Requested model name → the name to send upstream, chains already followed. */
export type ModelMapping = ReadonlyMap<string, string>;

export type ModelMappingResult =
  | { readonly ok: true; readonly mapping: ModelMapping }
  | {
      readonly ok: false;
      readonly code: 'model_mapping_invalid' | 'model_mapping_loop';
      readonly model?: string;
    };

/**
 * Parses a channel's model_mapping: a JSON object from name to name; empty text is an empty mapping. `a→b,
 * b→c` sends a as c. A name may map to itself; any other cycle is refused, naming one of its members.
 */
export function buildModelMapping(text: string): ModelMappingResult {
  if (text.trim() === '') return { ok: true, mapping: new Map() };
  const parsed = parseJsonText(text);
  if (!isRecord(parsed)) return { ok: false, code: 'model_mapping_invalid' };
  const steps = new Map<string, string>();
  for (const [from, to] of Object.entries(parsed)) {
    if (typeof to !== 'string' || to.trim() === '' || from.trim() === '') {
      return { ok: false, code: 'model_mapping_invalid', model: from };
    }
    steps.set(from.trim(), to.trim());
  }
  const mapping = new Map<string, string>();
  for (const from of steps.keys()) {
    const to = follow(steps, from);
    if (to === undefined) return { ok: false, code: 'model_mapping_loop', model: from };
    mapping.set(from, to);
  }
  return { ok: true, mapping };
}

/** Returns the end of the chain that starts at `from`; undefined for a cycle. */
function follow(steps: ReadonlyMap<string, string>, from: string): string | undefined {
  let name = from;
  for (let count = 0; count <= steps.size; count++) {
    const next = steps.get(name);
    if (next === undefined || next === name) return name;
    name = next;
  }
  return undefined;
}
