import { cacheMark } from './render-blocks.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { claudeFacts, type ClaudeRules } from '../model-rules/claude-models.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Tool } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { recordOf } from '../json/loose-values.ts';
import { describeLost } from '../schemas/describe-lost.ts';
import { fitToolSchema } from '../schemas/fit-tool-schema.ts';
import { normaliseSchema } from '../schemas/normalise-schema.ts';
import { fitSchema } from './fit-schema.ts';

/**
 * Renders the tools with their schemas. A schema is required, so tools without arguments get an empty one.
 */
export function renderTools(
  request: ChatRequest,
  rules: ClaudeRules,
  warnings: ConversionWarnings,
): JsonObject[] {
  let strictLeft = STRICT_TOOLS_MAX;
  return request.tools.map((tool) => {
    const { schema, changed } = fitToolSchema(schemaOf(tool));
    // Strict tools arrived with structured outputs and share their schema restrictions.
    const mayBeStrict =
      tool.strict && rules.structuredOutput && strictLeft > 0 && !hasOddNames(schema);
    const fitted = mayBeStrict ? fitSchema(schema) : undefined;
    const isStrict = fitted?.changed === false && fitted.usable;
    if (isStrict) strictLeft -= 1;
    if (changed) warnings.note('schema');
    if (tool.strict && !isStrict) warnings.note('strict');
    return compact({
      name: tool.name,
      description: tool.description,
      input_schema: isStrict ? fitted.schema : fitNames(schema, warnings),
      strict: isStrict || undefined,
      ...cacheMark(tool.cache),
    });
  });
}

/**
 * Declares the tools that the conversation has called, for a request that offers none: one with calls in its
 * history is refused otherwise. Their choice is none then.
 */
export function renderToolsOfHistory(request: ChatRequest): JsonObject[] {
  const names = request.turns.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : [])),
  );
  return [...new Set(names)].map((name) => ({
    name,
    input_schema: { type: 'object', properties: {} },
  }));
}

/** Most strict tools in one request. Source: Anthropic, structured outputs, complexity limits. */
const STRICT_TOOLS_MAX = 20;
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Other argument names are refused; they are listed in the description, and the objects are left open.
 * Source: anthropics/claude-code#79418.
 */
function fitNames(schema: JsonObject, warnings: ConversionWarnings): JsonObject {
  const entries = Object.entries(recordOf(schema.properties));
  const odd = entries.filter(([name]) => !PROPERTY_NAME.test(name));
  if (odd.length === 0) return schema;
  warnings.note('schema');
  const { additionalProperties: _closed, ...open } = schema;
  const required = (schema.required as string[] | undefined)?.filter((name) =>
    PROPERTY_NAME.test(name),
  );
  const properties = Object.fromEntries(entries.filter(([name]) => PROPERTY_NAME.test(name)));
  const fitted = { ...open, properties, ...(required ? { required } : {}) };
  // Removes references that are now dangling.
  const { schema: normalised } = normaliseSchema(fitted);
  return describeLost(normalised, { properties: Object.fromEntries(odd) });
}

function hasOddNames(schema: JsonObject): boolean {
  return !Object.keys(recordOf(schema.properties)).every((name) => PROPERTY_NAME.test(name));
}

/** The schema of a tool must be that of an object. */
function schemaOf(tool: Tool): JsonObject {
  return tool.schema ?? { properties: {}, type: 'object' };
}

export function renderToolChoice(request: ChatRequest): JsonObject | undefined {
  const { search, model, reasoning } = request;
  if (search?.forced && claudeFacts(model).forcedTool && !reasoning)
    return { type: 'tool', name: 'web_search' };
  if (request.tools.length === 0) return undefined;
  const { toolChoice, parallelTools } = request;
  const single = parallelTools === undefined ? {} : { disable_parallel_tool_use: !parallelTools };
  if (!toolChoice) return parallelTools === undefined ? undefined : { type: 'auto', ...single };
  if (toolChoice.kind === 'none') return { type: 'none' };
  if (toolChoice.kind === 'named') return { type: 'tool', name: toolChoice.names[0], ...single };
  return { type: toolChoice.kind === 'required' ? 'any' : 'auto', ...single };
}
