import { needRecord, needText, readList, readText, reject } from '../ir/read-shape.ts';
import type { Tool, ToolChoice } from '../ir/request.ts';
import { isRecord } from '../json/parse-json.ts';
import { parseFunction } from '../openai-chat/parse-tools.ts';

/** Functions and custom tools; tools that run at OpenAI have no word in the IR. */
export function parseTools(value: unknown, unknown: string[]): Tool[] {
  const tools: Tool[] = [];
  for (const [index, item] of readList(value, 'tools').entries()) {
    const path = `tools[${index}]`;
    const tool = needRecord(item, path);
    if (tool.type === 'function') tools.push(parseFunction(tool, path, false));
    else if (tool.type === 'custom') {
      tools.push({
        name: needText(tool.name, `${path}.name`),
        description: readText(tool.description, `${path}.description`),
        custom: true,
      });
    } else unknown.push(path);
  }
  return tools;
}

/** A mode, a named tool, or some of the tools. */
export function parseToolChoice(choice: unknown): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { kind: choice };
  if (!isRecord(choice)) {
    return reject('tool_choice must be auto, none, required or name a tool.', 'tool_choice');
  }
  if (choice.type === 'function' || choice.type === 'custom') {
    return { kind: 'named', names: [needText(choice.name, 'tool_choice.name')] };
  }
  if (choice.type !== 'allowed_tools' || choice.mode !== 'required') return { kind: 'auto' };
  const names = readList(choice.tools, 'tool_choice.tools').map((value, index) => {
    const path = `tool_choice.tools[${index}]`;
    return needText(needRecord(value, path).name, `${path}.name`);
  });
  return { kind: 'named', names };
}
