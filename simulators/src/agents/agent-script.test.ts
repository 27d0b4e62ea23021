import { expect, test } from 'vitest';
import { createAgentScript } from './agent-script.ts';
import type { AgentTask } from './agent-task.ts';

const TASK: AgentTask = {
  id: 't1',
  file: '/project/notes.txt',
  from: 'old',
  to: 'new',
  command: 'ls',
};
const ASKED = 'Task t1: do it';
const play = (body: object) =>
  createAgentScript([TASK])(
    { method: 'POST', path: '/', headers: {}, body: JSON.stringify(body) },
    0,
  );
const callOf = (body: object) => {
  const { name, args = 'null' } = play(body)?.tool_calls?.[0] ?? {};
  return [name, JSON.parse(args) as unknown];
};
const schema = (names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});

test('with the tools that a client declared, the file is read and changed, the command run, then the task reported', () => {
  const tools = [
    { name: 'Bash', input_schema: schema(['command', 'description']) },
    { name: 'Edit', input_schema: schema(['file_path', 'old_string', 'new_string']) },
    { name: 'Read', input_schema: schema(['file_path']) },
  ];
  const results = (count: number) =>
    Array.from({ length: count }, () => ({ role: 'user', content: [{ type: 'tool_result' }] }));
  const after = (count: number) => ({
    tools,
    messages: [{ role: 'user', content: ASKED }, ...results(count)],
  });
  const { file, from, to, command } = TASK;
  expect(callOf(after(0))).toEqual(['Read', { file_path: file }]);
  expect(callOf(after(1))).toEqual(['Edit', { file_path: file, old_string: from, new_string: to }]);
  expect(callOf(after(2))).toEqual(['Bash', { command, description: 'the task' }]);
  expect(play(after(3))).toMatchObject({ text: 'Finished task t1.' });
});

test('with only a shell tool, the file is read and changed through it', () => {
  const tools = [{ type: 'function', name: 'shell', parameters: schema(['command']) }];
  const message = { type: 'message', role: 'user', content: [{ type: 'input_text', text: ASKED }] };
  const output = { type: 'function_call_output' };
  expect(callOf({ tools, input: [message] })).toEqual([
    'shell',
    { command: 'cat /project/notes.txt' },
  ]);
  expect(callOf({ tools, input: [message, output] })).toEqual([
    'shell',
    { command: "sed -i 's/old/new/' /project/notes.txt" },
  ]);
});

test('only results after the task count, and a request without tools gets a short text', () => {
  const result = { parts: [{ functionResponse: { name: 'x' } }] };
  const tools = [
    { functionDeclarations: [{ name: 'read_file', parametersJsonSchema: schema(['path']) }] },
  ];
  const contents = [result, { role: 'user', parts: [{ text: ASKED }] }];
  expect(callOf({ tools, contents })).toEqual(['read_file', { path: TASK.file }]);
  expect(play({ contents })).toEqual({ text: 'Small task' });
});
