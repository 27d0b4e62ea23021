import { type Script, splitText } from './script.ts';
import { idOfCall } from './thought-signature.ts';
import { type ToolRequest, toolCallsOf } from './tool-calls.ts';

/** A block of a response, independent of any dialect. Texts are split into the chunks of a stream. */
export type Block =
  | { kind: 'thinking'; chunks: string[] }
  | { kind: 'text'; chunks: string[] }
  | { kind: 'call'; id: string; name: string; args: string };

/** Returns the blocks of a response in order: its reasoning unless empty, then its tool calls, or else its text. */
export function blocksOf(script: Script, request: ToolRequest, lastText: string): Block[] {
  const calls = toolCallsOf(request, lastText, script);
  const thoughts: Block[] =
    script.thinking === '' ? [] : [{ kind: 'thinking', chunks: halves(script.thinking) }];
  if (!calls) return [...thoughts, { kind: 'text', chunks: splitText(script) }];
  return [
    ...thoughts,
    ...calls.map(({ id, function: { name, arguments: args } }): Block => ({
      kind: 'call',
      id: idOfCall(id, thoughts.length > 0),
      name,
      args,
    })),
  ];
}

/** Splits a text in two, as in a stream. */
export function halves(text: string): string[] {
  const middle = text.length >> 1;
  return [text.slice(0, middle), text.slice(middle)];
}

/** Returns whether a response calls tools. */
export function hasCalls(blocks: readonly Block[]): boolean {
  return blocks.some(({ kind }) => kind === 'call');
}
