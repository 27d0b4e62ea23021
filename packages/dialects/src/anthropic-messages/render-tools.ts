import type { LossReport } from '../ir/losses.ts';
import { claudeFacts, type ClaudeRules } from '../model-rules/claude-models.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Tool } from '../ir/request.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';
import { fitSchema } from './fit-schema.ts';

/** The tools with their schemas; tools without arguments get an empty one, as one is required. */
export function renderTools(
  request: ChatRequest,
  rules: ClaudeRules,
  losses: LossReport,
): JsonObject[] {
  return request.tools.map((tool) => {
    const schema = schemaOf(tool);
    // Strict tools came with structured outputs, and with what those take of a schema.
    const fitted = tool.strict && rules.structuredOutput ? fitSchema(schema) : undefined;
    const isStrict = fitted?.changed === false;
    if (tool.strict && !isStrict) losses.note('strict');
    return compact({
      name: tool.name,
      description: tool.description,
      input_schema: isStrict ? fitted.schema : schema,
      strict: isStrict || undefined,
      cache_control: tool.cached ? { type: 'ephemeral' } : undefined,
    });
  });
}

/** The schema of a tool must be that of an object. */
function schemaOf(tool: Tool): JsonObject {
  const schema = tool.schema ?? {};
  if (schema.type === 'object') return schema;
  return { properties: {}, ...schema, type: 'object' };
}

export function renderToolChoice(request: ChatRequest, losses: LossReport): JsonObject | undefined {
  const { search, model, reasoning } = request;
  if (search?.forced && claudeFacts(model).forcedTool && !reasoning)
    return { type: 'tool', name: 'web_search' };
  if (request.tools.length === 0) return undefined;
  const { toolChoice, parallelTools } = request;
  const single = parallelTools === undefined ? {} : { disable_parallel_tool_use: !parallelTools };
  if (!toolChoice) return parallelTools === undefined ? undefined : { type: 'auto', ...single };
  if (toolChoice.kind === 'none') return { type: 'none' };
  if (toolChoice.kind === 'auto') return { type: 'auto', ...single };
  if (toolChoice.kind !== 'named') return { type: 'any', ...single };
  if (toolChoice.names.length === 1) return { type: 'tool', name: toolChoice.names[0], ...single };
  losses.note('tool_choice');
  return { type: 'any', ...single };
}
