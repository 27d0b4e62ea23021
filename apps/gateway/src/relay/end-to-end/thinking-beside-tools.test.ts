import { findProvider, readCall } from '@tollgate/dialects';
import { describe, expect, test } from 'vitest';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { readChannelPolicy } from '../../domain/channels/channel-policy.ts';
import { buildUpstreamRequest } from '../attempt/build-upstream-request.ts';
import type { RelayCall } from '../relay-call.ts';

type Body = Record<string, unknown>;
const chatTools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];

describe('thinking combined with function tools', () => {
  const openAi = findProvider(1);
  const channelAt = (baseUrl: string, setting = {}): RuntimeChannel =>
    ({
      id: 1,
      type: 1,
      provider: openAi,
      key: 'k',
      keyFingerprint: 'f',
      policy: readChannelPolicy(setting),
      baseUrl,
      other: '',
      openaiOrganization: '',
      modelMapping: new Map(),
    }) as Partial<RuntimeChannel> as RuntimeChannel;

  function build(channel: RuntimeChannel, members: Body) {
    const body = { model: 'gpt-5.6-sol', messages: [{ role: 'user', content: 'x' }], ...members };
    const read = readCall({
      dialect: 'openai-chat',
      bytes: new TextEncoder().encode(JSON.stringify(body)),
    });
    if (!read.ok) throw new Error(read.fault.message);
    const call: Partial<RelayCall> = {
      kind: 'chat',
      client: read.call,
      clientRequest: read.call.request,
      callId: 'r1',
      requestId: 'r1',
      holder: { userId: 1 } as RelayCall['holder'],
      cover: {} as RelayCall['cover'],
      request: { headers: {} } as RelayCall['request'],
    };
    const built = buildUpstreamRequest(call as RelayCall, channel, 0);
    if ('fault' in built) throw new Error(built.fault.excerpt);
    const { url, body: bytes } = built.request;
    return { url, sent: JSON.parse(new TextDecoder().decode(bytes)) as Body };
  }

  const wish = { tools: chatTools, reasoning_effort: 'high' };

  test('uses the responses API at OpenAI itself, which supports both', () => {
    const { url, sent } = build(channelAt('https://api.openai.com'), wish);
    expect(url).toBe('https://api.openai.com/v1/responses');
    expect(sent).toMatchObject({ reasoning: { effort: 'high' }, tools: [{ name: 'f' }] });
  });

  test.each([
    ['at an address that nobody knows', channelAt('https://proxy.example'), wish],
    [
      'on a channel that is told to speak chat completions',
      channelAt('https://api.openai.com', { dialect: 'openai-chat' }),
      wish,
    ],
    [
      'where responses can not carry the call',
      channelAt('https://api.openai.com'),
      { ...wish, n: 2 },
    ],
  ])('stays with chat completions, without thinking, %s', (_where, channel, members) => {
    const { url, sent } = build(channel, members);
    expect(url).toMatch(/\/v1\/chat\/completions$/);
    expect(sent['reasoning_effort']).toBe('none');
  });

  test('is left unchanged if the client disabled thinking', () => {
    const request = { tools: chatTools, reasoning_effort: 'none' };
    expect(build(channelAt('https://api.openai.com'), request).url).toMatch(/completions$/);
  });
});
