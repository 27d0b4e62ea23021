import { readCacheHint } from './parse-content.ts';
import { joinNamespace } from '../openai-responses/namespaces.ts';
import {
  requireRecord,
  requireText,
  readFlag,
  readList,
  readRecord,
  readText,
  reject,
} from '../ir/read-shape.ts';
import type { ServerTool, Tool, ToolChoice } from '../ir/request.ts';
import { recordOf } from '../json/loose-values.ts';
import { describeServerTool, readSearch } from '../server-tools/describe-server-tool.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Parses the tools of a chat request, including the legacy `functions`. */
export function parseTools(body: JsonObject, hosted: ServerTool[]): Tool[] {
  const tools: Tool[] = [];
  for (const [index, value] of readList(body.tools, 'tools').entries()) {
    const path = `tools[${index}]`;
    const tool = requireRecord(value, path);
    if (tool.type === 'function') {
      const inner = requireRecord(tool.function, `${path}.function`);
      tools.push(parseFunction(inner, `${path}.function`, readCacheHint(tool.cache_control)));
    } else if (tool.type === 'custom') tools.push(parseCustom(tool, path));
    else hosted.push(describeServerTool('openai-chat', tool, path));
  }
  for (const [index, value] of readList(body.functions, 'functions').entries()) {
    const path = `functions[${index}]`;
    tools.push(parseFunction(requireRecord(value, path), path));
  }
  const { web_search_options: options } = body;
  if (isRecord(options))
    hosted.push({ type: 'web_search', path: 'web_search_options', search: readSearch(options) });
  return tools;
}

/** Parses name, description, schema and strictness; both OpenAI dialects have the same members. */
export function parseFunction(
  inner: JsonObject,
  path: string,
  mark: Pick<Tool, 'cache'> = {},
): Tool {
  const schema = readRecord(inner.parameters, `${path}.parameters`);
  return {
    name: requireText(inner.name, `${path}.name`),
    description: readText(inner.description, `${path}.description`),
    ...(schema && { schema }),
    strict: readFlag(inner.strict, `${path}.strict`),
    ...mark,
  };
}

function parseCustom(tool: JsonObject, path: string): Tool {
  const custom = requireRecord(tool.custom, `${path}.custom`);
  return {
    name: requireText(custom.name, `${path}.custom.name`),
    description: readText(custom.description, `${path}.custom.description`),
    custom: true,
    ...readGrammar(recordOf(custom.format).grammar),
  };
}

/** Reads the grammar of a custom tool; both OpenAI dialects have the same members. */
export function readGrammar(value: unknown): Pick<Tool, 'grammar'> {
  const { syntax, definition } = recordOf(value);
  const isWhole = typeof syntax === 'string' && typeof definition === 'string';
  return isWhole ? { grammar: { syntax, definition } } : {};
}

/** Parses tool_choice, or the legacy function_call. */
export function parseToolChoice(body: JsonObject): ToolChoice | undefined {
  const choice = body.tool_choice ?? body.function_call;
  if (choice === undefined || choice === null) return undefined;
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { kind: choice };
  if (!isRecord(choice)) {
    return reject('tool_choice must be auto, none, required or name a tool.', 'tool_choice');
  }
  if (isRecord(choice.allowed_tools))
    return parseAllowed(choice.allowed_tools, 'tool_choice.allowed_tools');
  const inner = isRecord(choice.function)
    ? choice.function
    : isRecord(choice.custom)
      ? choice.custom
      : choice;
  return { kind: 'named', names: [requireText(inner.name, 'tool_choice.function.name')] };
}

/**
 * Parses a choice among some of the tools; both OpenAI dialects have the same members, except that chat
 * completions nest the names. Tools without a name run at the provider.
 */
export function parseAllowed(allowed: JsonObject, path: string): ToolChoice {
  const names = readList(allowed.tools, `${path}.tools`).flatMap((value, index) => {
    const tool = requireRecord(value, `${path}.tools[${index}]`);
    const inner = [tool.function, tool.custom].find(isRecord) ?? tool;
    return typeof inner.name === 'string' ? [joinNamespace(inner.namespace, inner.name)] : [];
  });
  return { kind: allowed.mode === 'required' ? 'named' : 'allowed', names };
}
