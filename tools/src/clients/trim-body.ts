type JsonObject = Record<string, unknown>;

/** Longer prose is truncated to the length below. */
const PROSE_MAX = 240;
const PROSE_KEPT = 80;
/** Members whose text a model reads; everything else is kept unchanged. */
const PROSE = ['text', 'content', 'description', 'instructions', 'output', 'title', 'definition'];
/** Tools used for the tasks, by the names agents give them. */
const TASK_TOOL =
  /^(read|read_files?|edit|replace|editor|apply_patch|bash|run_shell_command|run_commands?|exec_command|shell)$/i;

/**
 * Trims a body: shortens its prose, and keeps only the tools of the tasks and the first of each other type.
 */
export function trimBody(body: JsonObject): JsonObject {
  const { tools } = body;
  const trimmed = trim(body, '') as JsonObject;
  return Array.isArray(tools) ? { ...trimmed, tools: trimTools(tools as JsonObject[]) } : trimmed;
}

function trim(value: unknown, name: string): unknown {
  if (typeof value === 'string') return PROSE.includes(name) ? cut(value) : value;
  if (Array.isArray(value)) return value.map((each) => trim(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => !member.startsWith('x-'))
      .map(([member, inner]) => [member, trim(inner, member)]),
  );
}

/** Keeps the text of the task. */
function cut(text: string): string {
  if (text.length <= PROSE_MAX) return text;
  const task = /Task \w+: read .*/.exec(text)?.[0];
  return task ?? `${text.slice(0, PROSE_KEPT)} …`;
}

function trimTools(tools: readonly JsonObject[]): JsonObject[] {
  const kinds = new Set<unknown>();
  return tools.flatMap((tool) => {
    const { functionDeclarations } = tool;
    if (Array.isArray(functionDeclarations))
      return [{ ...tool, functionDeclarations: trimTools(functionDeclarations as JsonObject[]) }];
    const { name } = (tool['function'] ?? tool) as { name?: string };
    const isNew = !kinds.has(tool['type']);
    kinds.add(tool['type']);
    return isNew || TASK_TOOL.test(name ?? '') ? [shortenDescriptions(tool)] : [];
  });
}

function shortenDescriptions(tool: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(tool, (name, value: unknown) =>
      name === 'description' && typeof value === 'string' ? value.slice(0, 24) : value,
    ),
  ) as JsonObject;
}
