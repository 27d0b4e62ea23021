import { expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { readCall } from '../translate/client-call.ts';
import { estimatePrompt, promptFacts } from './estimate-prompt.ts';
import type { PromptMembers } from './prompt-members.ts';

const members: PromptMembers = new Map([['messages', 'media']]);

/** Returns the upper bound of the tokens of a body's prompt. */
function most(model: string, body: object): number {
  const bytes = encodeText(JSON.stringify({ model, ...body }));
  const estimate = estimatePrompt(members, bytes, listTopLevelMembers(bytes) ?? []);
  return promptFacts(estimate, model).promptTokensMax;
}

it("a stored prompt counts as the model's longest prompt, but a prompt given as text does not", () => {
  expect(most('gpt-5.4', { prompt: { id: 'pmpt_1' } })).toBeGreaterThanOrEqual(1_050_000);
  expect(most('gpt-5', { prompt: { id: 'pmpt_1' } })).toBeGreaterThanOrEqual(272_000);
  expect(most('gpt-5', { prompt: { id: 'pmpt_1' } })).toBeLessThan(273_000);
  for (const prompt of ['Say hi', ['Say hi'], null])
    expect(most('gpt-5.4', { prompt })).toBeLessThan(1000);
});

it("documents count as the model's longest prompt, once", () => {
  const file = { type: 'file', file: { file_id: 'file-1' } };
  for (const content of [[file], [file, file, file]]) {
    const tokens = most('gpt-4.1', { messages: [{ role: 'user', content }] });
    expect(tokens).toBeGreaterThanOrEqual(1_047_576);
    expect(tokens).toBeLessThan(1.5 * 1_047_576);
  }
});

it.each([
  ['claude-opus-4-8', 1_000_000],
  ['claude-haiku-4-5', 272_000],
])('output of MCP servers counts as the longest prompt of %s', (model, longest) => {
  const body = { model, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
  const tokens = (more: object) => {
    const read = readCall({
      dialect: 'anthropic-messages',
      bytes: encodeText(JSON.stringify({ ...body, ...more })),
    });
    if (!read.ok) throw new Error(read.fault.message);
    return read.call.request.promptTokensMax;
  };
  const mcp_servers = [{ type: 'url', name: 'a', url: 'https://a.example' }];
  expect(tokens({})).toBeLessThan(1000);
  expect(tokens({ mcp_servers })).toBeGreaterThanOrEqual(longest);
  expect(tokens({ mcp_servers })).toBeLessThan(longest + 1000);
});

it.each(['cachedContent', 'continuationToken', 'continuation_token'])(
  'what %s refers to counts as the longest prompt',
  (name) => {
    expect(most('gemini-3-pro', { contents: [], [name]: 'abc' })).toBeGreaterThanOrEqual(272_000);
    expect(most('gemini-3-pro', { contents: [], [name]: null })).toBeLessThan(1000);
  },
);
