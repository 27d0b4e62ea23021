import { effortOf } from '../ir/effort.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { isOpenAiModel, isOpenAiReasoner } from '../model-rules/openai-models.ts';
import { compact } from '../ir/read-shape.ts';
import type { ResponseFormat, ChatRequest, Tool, ToolChoice } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { fittedEffort } from '../openai-chat/render-request.ts';
import { fitUser } from '../openai-chat/fit-user.ts';
import { renderResponsesSearch } from '../server-tools/translate-search.ts';
import { renderMcpServers } from '../server-tools/translate-mcp.ts';
import { mentionJson } from '../openai-chat/mention-json.ts';
import {
  describeNonObjectFormat,
  renderResponseSchema,
  renderToolSchema,
} from '../openai-chat/render-schema.ts';
import { renderInput } from './render-input.ts';
import { renderTier } from '../openai-chat/render-tier.ts';
import { SEARCH_SOURCES } from './web-search-item.ts';

/**
 * Renders an IR request as a responses body. Nothing is stored at the provider, so reasoning is returned
 * encrypted and sent with the conversation. Source: OpenAI's API reference, responses, November 2026.
 */
export function renderResponsesRequest(
  original: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  const request = mentionJson(describeNonObjectFormat(original, warnings), false);
  noteUnsupported(request, warnings);
  const { model, tools, search } = request;
  const hosted = [...renderResponsesSearch(request), ...renderMcpServers(request.mcpServers)];
  const reasons = isOpenAiReasoner(model) || !isOpenAiModel(model);
  const include = [
    ...(reasons ? ['reasoning.encrypted_content'] : []),
    ...(search ? [SEARCH_SOURCES] : []),
    ...(request.logprobs === undefined ? [] : ['message.output_text.logprobs']),
  ];
  const text = compact({
    format: renderFormat(request.format, warnings),
    verbosity: request.verbosity,
  });
  return compact({
    model,
    ...renderConversation(request, warnings),
    stream: request.stream || undefined,
    max_output_tokens: request.maxOutputTokens,
    temperature: request.sampling.temperature,
    top_p: request.sampling.topP,
    top_logprobs: request.logprobs || undefined,
    tools:
      tools.length + hosted.length > 0
        ? [...tools.map((tool) => renderTool(tool, warnings)), ...hosted]
        : undefined,
    max_tool_calls: search?.maxUses,
    tool_choice: renderToolChoice(request),
    parallel_tool_calls: tools.length > 0 ? request.parallelTools : undefined,
    text: Object.keys(text).length > 0 ? text : undefined,
    reasoning: reasons ? renderReasoning(request, warnings) : dropReasoning(request, warnings),
    include: include.length > 0 ? include : undefined,
    store: request.store ?? false,
    user: fitUser(request.user, warnings),
    metadata: request.metadata,
    prompt_cache_key: request.promptCacheKey,
    service_tier: renderTier(request.serviceTier, warnings),
  });
}

/** The input must not be empty: instructions alone become it. */
function renderConversation(request: ChatRequest, warnings: ConversionWarnings): JsonObject {
  const instructions = request.system.map((part) => part.text).join('\n\n') || undefined;
  const input = renderInput(request, warnings);
  if (input.length > 0) return { instructions, input };
  if (instructions !== undefined) return { input: [{ role: 'developer', content: instructions }] };
  warnings.note('opening');
  return { input: [{ role: 'user', content: 'Continue.' }] };
}

function noteUnsupported(request: ChatRequest, warnings: ConversionWarnings): void {
  const { sampling } = request;
  if (request.system.some(({ cache }) => cache)) warnings.note('cache_control');
  if (request.choices > 1) warnings.note('choices');
  if (request.stop.length > 0) warnings.note('stop');
  if (sampling.topK !== undefined) warnings.note('top_k');
  if (sampling.frequencyPenalty) warnings.note('frequency_penalty');
  if (sampling.presencePenalty) warnings.note('presence_penalty');
  if (sampling.seed !== undefined) warnings.note('seed');
  if (sampling.logitBias) warnings.note('logit_bias');
  if (request.modalities) warnings.note('modalities');
}

/** Strict is the default here; other dialects do not guarantee suitable schemas. */
function renderTool(tool: Tool, warnings: ConversionWarnings): JsonObject {
  const { name, description, grammar } = tool;
  if (tool.custom) {
    const format = grammar && { type: 'grammar', ...grammar };
    return compact({ type: 'custom', name, description, format });
  }
  const { schema, strict } = renderToolSchema(tool, warnings);
  return compact({
    type: 'function',
    name,
    description,
    parameters: schema ?? { type: 'object', properties: {} },
    strict: strict ?? false,
  });
}

function renderToolChoice(request: ChatRequest): unknown {
  const choice: ToolChoice | undefined = request.toolChoice;
  if (request.tools.length === 0) return request.search?.forced ? 'required' : undefined;
  if (!choice || !('names' in choice)) return choice?.kind;
  const custom = new Set(request.tools.flatMap((tool) => (tool.custom ? [tool.name] : [])));
  const tools: JsonObject[] = choice.names.map((name) => ({
    type: custom.has(name) ? 'custom' : 'function',
    name,
  }));
  if (choice.kind === 'named') {
    return tools.length === 1 ? tools[0] : { type: 'allowed_tools', mode: 'required', tools };
  }
  // Other dialects' choices concern functions only.
  if (request.search) tools.push({ type: 'web_search' });
  return { type: 'allowed_tools', mode: 'auto', tools };
}

function renderFormat(format: ResponseFormat | undefined, warnings: ConversionWarnings): unknown {
  if (!format) return undefined;
  if (format.kind === 'json') return { type: 'json_object' };
  const { name, description } = format;
  const { schema, strict } = renderResponseSchema(format, warnings);
  return compact({ type: 'json_schema', name: name ?? 'answer', description, schema, strict });
}

function renderReasoning(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  const { reasoning, model } = request;
  if (!reasoning) return undefined;
  const effort = fittedEffort(reasoning, model, warnings);
  const rendered = compact({ effort, summary: reasoning.show ? 'auto' : undefined });
  return Object.keys(rendered).length > 0 ? rendered : undefined;
}

function dropReasoning(request: ChatRequest, warnings: ConversionWarnings): undefined {
  if (request.reasoning && effortOf(request.reasoning) !== 'none') warnings.note('reasoning');
}
