import { expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { sendUpstream, tryTranslation } from '../testing/translate-call.ts';

const SERVER = {
  type: 'url',
  name: 'docs',
  url: 'https://docs.example/mcp',
  authorization_token: 's3cret',
};
const TOOLSET = { type: 'mcp_toolset', mcp_server_name: 'docs' };
const translationInput = (to: Dialect, further: object = {}, model = 'gpt-5-mini') => ({
  from: 'anthropic-messages' as const,
  to,
  model,
  body: {
    model: 'm',
    max_tokens: 99,
    messages: [{ role: 'user', content: 'Hi' }],
    mcp_servers: [SERVER],
    tools: [TOOLSET],
    ...further,
  },
});

it("sends a messages body's servers to OpenAI, without requiring approval", () => {
  expect(sendUpstream(translationInput('openai-responses'))['tools']).toEqual([
    {
      type: 'mcp',
      server_label: 'docs',
      server_url: 'https://docs.example/mcp',
      require_approval: 'never',
      authorization: 's3cret',
    },
  ]);
  const old = { ...SERVER, tool_configuration: { enabled: true, allowed_tools: ['find'] } };
  expect(
    sendUpstream(translationInput('openai-responses', { mcp_servers: [old] }))['tools'],
  ).toEqual([expect.objectContaining({ allowed_tools: ['find'] })]);
});

it.each([
  ['a dialect without servers', translationInput('openai-chat')],
  ['a model that is not known to ask them', translationInput('openai-responses', {}, 'llama-4')],
  [
    'a toolset that sets single tools up',
    translationInput('openai-responses', {
      tools: [{ ...TOOLSET, configs: { find: { enabled: false } } }],
    }),
  ],
])('refuses servers by name: %s', (_name, call) => {
  expect(tryTranslation(call)).toMatchObject({
    ok: false,
    fault: {
      status: 400,
      param: 'mcp_servers',
      message: 'mcp_servers: Extra inputs are not permitted',
    },
  });
});

it('refuses other members of tool servers', () => {
  const call = translationInput('openai-responses', { container: 'container_1' });
  expect(tryTranslation(call)).toMatchObject({ ok: false, fault: { param: 'container' } });
});

it("refuses OpenAI's servers by the tool's name, as no other vendor supports approvals", () => {
  const tools = [
    { type: 'mcp', server_label: 'a', server_url: 'https://a.example', authorization: 's3cret' },
  ];
  const call = {
    from: 'openai-responses',
    to: 'anthropic-messages',
    body: { model: 'm', input: 'Hi', tools },
  } as const;
  const read = tryTranslation({ ...call, model: 'claude-sonnet-4-6' });
  expect(read).toMatchObject({ ok: false, fault: { param: 'tools[0]' } });
  expect(JSON.stringify(read)).not.toContain('s3cret');
});
