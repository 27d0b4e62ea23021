/** A valid line of a batch's input. */
export interface BatchLine {
  customId: string;
  body: Record<string, unknown>;
}

export interface BatchFault {
  code: string;
  line: number;
  message: string;
  param: string | null;
}

const LINES_MAX = 50_000;

/**
 * Returns the lines of a batch's input, or what OpenAI finds wrong with them: invalid JSON, a method, URL or
 * model that does not match, a repeated custom_id. Source: OpenAI's guide and reference, 2026.
 */
export function checkBatchFile(
  content: Buffer,
  endpoint: string,
): { lines: BatchLine[]; faults: BatchFault[] } {
  const texts = content.toString('utf8').replace(/\n$/, '').split('\n');
  const faults: BatchFault[] = [];
  const lines: BatchLine[] = [];
  const ids = new Set<string>();
  let model: unknown;
  if (texts.length > LINES_MAX)
    faults.push({ code: 'too_many_tasks', line: LINES_MAX + 1, message: 'Too many.', param: null });
  texts.forEach((text, index) => {
    const fault = (code: string, message: string, param: string | null = null) =>
      faults.push({ code, line: index + 1, message, param });
    const line = parse(text);
    if (!line) return fault('invalid_json_line', 'This line is not parseable as valid JSON.');
    const { custom_id: customId, method, url, body, ...rest } = line;
    if (Object.keys(rest).length > 0) return fault('unknown_parameter', 'Unknown parameter.');
    if (typeof customId !== 'string') return fault('missing_required_parameter', 'custom_id');
    if (ids.has(customId))
      return fault('duplicate_custom_id', 'The custom_id is a duplicate.', 'custom_id');
    ids.add(customId);
    if (method !== 'POST') return fault('invalid_method', 'The method must be POST.', 'method');
    if (url !== endpoint) return fault('invalid_url', 'The URL is not the endpoint.', 'url');
    if (typeof body !== 'object' || body === null)
      return fault('missing_required_parameter', 'body');
    const members = body as Record<string, unknown>;
    if (members.stream === true) return fault('invalid_request', 'Streams can not be batched.');
    model ??= members.model;
    if (typeof members.model !== 'string' || members.model !== model)
      return fault('mismatched_model', 'All lines must name the same model.', 'body.model');
    lines.push({ customId, body: members });
    return undefined;
  });
  return { lines, faults };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
