import {
  requireRecord,
  requireText,
  readList,
  readRecord,
  readText,
  readTexts,
} from '../ir/read-shape.ts';
import type { ServerTool, Tool, ToolChoice } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { lowerSchemaTypes } from './lower-schema-types.ts';
import { describeServerTool } from '../server-tools/describe-server-tool.ts';
import { member, snakeOf } from './member.ts';

/** Parses function declarations; the IR cannot express tools that run at Google (search, code). */
export function parseTools(list: readonly unknown[], hosted: ServerTool[]): Tool[] {
  const tools: Tool[] = [];
  for (const [index, value] of list.entries()) {
    const path = `tools[${index}]`;
    const tool = requireRecord(value, path);
    const declarations = member(tool, 'functionDeclarations');
    for (const name of Object.keys(tool)) {
      const isOwn = snakeOf(name) === 'function_declarations' || tool[name] === null;
      if (!isOwn) hosted.push(describeServerTool('gemini-generate', { type: name }, path));
    }
    for (const [position, item] of readList(
      declarations,
      `${path}.functionDeclarations`,
    ).entries()) {
      const at = `${path}.functionDeclarations[${position}]`;
      tools.push(parseDeclaration(requireRecord(item, at), at));
    }
  }
  return tools;
}

function parseDeclaration(item: JsonObject, path: string): Tool {
  const json = readRecord(member(item, 'parametersJsonSchema'), `${path}.parametersJsonSchema`);
  const parameters = readRecord(item.parameters, `${path}.parameters`);
  const schema = json ?? (parameters && lowerSchemaTypes(parameters));
  return {
    name: requireText(item.name, `${path}.name`),
    description: readText(item.description, `${path}.description`),
    ...(schema ? { schema } : {}),
  };
}

/** Parses the calling mode with the allowed names. */
export function parseToolConfig(config: JsonObject | undefined): ToolChoice | undefined {
  const path = 'toolConfig.functionCallingConfig';
  const calling = config && readRecord(member(config, 'functionCallingConfig'), path);
  if (!calling) return undefined;
  const mode = readText(calling.mode, `${path}.mode`)?.toUpperCase();
  const names = readTexts(member(calling, 'allowedFunctionNames'), `${path}.allowedFunctionNames`);
  if (mode === 'NONE') return { kind: 'none' };
  if (mode === 'VALIDATED' && names.length > 0) return { kind: 'allowed', names };
  if (mode !== 'ANY') return mode === undefined ? undefined : { kind: 'auto' };
  return names.length > 0 ? { kind: 'named', names } : { kind: 'required' };
}
