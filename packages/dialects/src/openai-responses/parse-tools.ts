import { requireRecord, requireText, readList, readText, reject } from '../ir/read-shape.ts';
import { describeServerTool } from '../server-tools/describe-server-tool.ts';
import type { ServerTool, Tool, ToolChoice } from '../ir/request.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { joinNamespace } from './namespaces.ts';
import { parseAllowed, parseFunction, readGrammar } from '../openai-chat/parse-tools.ts';

/**
 * Parses functions and custom tools, including those of namespaces; the IR cannot express tools that run at
 * OpenAI.
 */
export function parseTools(value: unknown, hosted: ServerTool[], path = 'tools'): Tool[] {
  return readList(value, path).flatMap((item, index) => {
    const toolPath = `${path}[${index}]`;
    const tool = requireRecord(item, toolPath);
    if (tool.type === 'function') return [parseFunction(tool, toolPath)];
    if (tool.type === 'custom') return [parseCustom(tool, toolPath)];
    if (tool.type !== 'namespace') {
      hosted.push(describeServerTool('openai-responses', tool, toolPath));
      return [];
    }
    return parseTools(tool.tools, hosted, `${toolPath}.tools`).map((inner) => ({
      ...inner,
      name: joinNamespace(tool.name, inner.name),
    }));
  });
}

function parseCustom(tool: JsonObject, path: string): Tool {
  return {
    name: requireText(tool.name, `${path}.name`),
    description: readText(tool.description, `${path}.description`),
    custom: true,
    ...readGrammar(tool.format),
  };
}

/** Parses a mode, a named tool, or a subset of the tools. */
export function parseToolChoice(choice: unknown): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { kind: choice };
  if (!isRecord(choice)) {
    return reject('tool_choice must be auto, none, required or name a tool.', 'tool_choice');
  }
  if (choice.type === 'function' || choice.type === 'custom') {
    const name = requireText(choice.name, 'tool_choice.name');
    return { kind: 'named', names: [joinNamespace(choice.namespace, name)] };
  }
  return choice.type === 'allowed_tools' ? parseAllowed(choice, 'tool_choice') : { kind: 'auto' };
}
