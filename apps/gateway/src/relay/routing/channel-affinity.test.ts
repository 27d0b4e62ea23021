import type { Fault } from '@tollgate/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heapGrowth } from '../../../test-support/heap-growth.ts';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { ConversationAffinity } from './conversation-affinity.ts';
import { ChannelAffinity } from './channel-affinity.ts';

/** Returns a deterministic generator of numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('conversations', () => {
  let scene: RelayScene;
  /** Of a user of the test's own: nothing is known of their conversations. */
  let authorization: string;

  const authorizationOfNewUser = async () => {
    const client = await scene.gateway.user({ quota: 100_000_000 });
    return `Bearer ${(await scene.gateway.token(client)).secret}`;
  };
  beforeAll(async () => {
    scene = await startRelayScene(seeded(7));
    for (const key of ['a', 'b', 'c', 'd']) await scene.channel(key);
  });
  beforeEach(async () => {
    authorization = await authorizationOfNewUser();
  });
  afterAll(() => scene.close());

  const times = async (count: number, body = {}, headers = {}) => {
    for (let call = 0; call < count; call += 1)
      await scene.chat(body, { authorization, ...headers });
    return new Set(scene.keysTried());
  };

  test.each([
    ['Claude Code', { 'x-claude-code-session-id': '1b2c' }, {}],
    ['Codex', { 'session-id': 'one' }, {}],
    ['older Codex', { session_id: 'one' }, {}],
    ['OpenCode', { 'x-opencode-session': 'ses_1' }, {}],
    ['agents that name a session', { 'x-session-id': 'one' }, {}],
    ['a prompt_cache_key', {}, { prompt_cache_key: 'mine' }],
    ['the metadata of Claude Code', {}, { metadata: { user_id: '{"session_id":"x"}' } }],
  ])('stay on their channel by %s', async (_name, headers, body) => {
    expect((await times(8, body, headers)).size).toBe(1);
  });

  test('conversations with different ids are spread by weight', async () => {
    const seen = new Set<string>();
    for (let id = 0; id < 24; id += 1)
      for (const key of await times(1, { prompt_cache_key: `k${id}` })) seen.add(key);
    expect(seen.size).toBe(4);
  });

  test('conversations without an id stay by their first messages, as they grow', async () => {
    const system = { role: 'system', content: 'You are a careful engineer. '.repeat(300) };
    const turns: object[] = [system, { role: 'user', content: 'Mend the test.' }];
    const seen = new Set<string>();
    for (let turn = 0; turn < 6; turn += 1) {
      for (const key of await times(1, { messages: turns })) seen.add(key);
      turns.push(
        { role: 'assistant', content: `done ${turn}` },
        { role: 'user', content: 'More.' },
      );
    }
    expect(seen.size).toBe(1);
  });

  const long = 'You are a careful engineer. '.repeat(300);
  test.each([
    [
      '/v1/messages',
      (texts: string[]) => ({
        model: MODEL,
        max_tokens: 9,
        messages: texts.map((content, at) => ({ role: at % 2 ? 'assistant' : 'user', content })),
      }),
    ],
    [
      '/v1/responses',
      (texts: string[]) => ({
        model: MODEL,
        // The simulator repeats its ids: a stored one would be this user's in the next test.
        store: false,
        input: texts.map((content, at) => ({ role: at % 2 ? 'assistant' : 'user', content })),
      }),
    ],
    [
      `/v1beta/models/${MODEL}:generateContent`,
      (texts: string[]) => ({
        contents: texts.map((text, at) => ({ role: at % 2 ? 'model' : 'user', parts: [{ text }] })),
      }),
    ],
  ])('conversations at %s stay by their first messages, as they grow', async (path, bodyOf) => {
    const texts = [long];
    for (let turn = 0; turn < 6; turn += 1) {
      const response = await fetch(scene.gateway.url + path, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify(bodyOf(texts)),
      });
      expect(response.status).toBe(200);
      texts.push('done', 'More.');
    }
    expect(new Set(scene.keysTried()).size).toBe(1);
  });

  test('a conversation with tool calls is not identified by members of their arguments', async () => {
    const messages: object[] = [{ role: 'user', content: long }];
    for (let turn = 0; turn < 6; turn += 1) {
      const input = { user_id: `u${turn}`, session_id: `s${turn}` };
      const id = `toolu_${turn}`;
      messages.push(
        { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look_up', input }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content: 'found '.repeat(200) }],
        },
      );
      const response = await fetch(`${scene.gateway.url}/v1/messages`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ model: MODEL, max_tokens: 9, messages }),
      });
      expect(response.status).toBe(200);
    }
    expect(new Set(scene.keysTried()).size).toBe(1);
  });

  test.each([
    ['behind', (messages: object[], metadata: object) => ({ messages, metadata })],
    ['before', (messages: object[], metadata: object) => ({ metadata, messages })],
  ])('an id in metadata %s long messages identifies a conversation', async (_where, bodyOf) => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 8; turn += 1) {
      const messages = [{ role: 'user', content: `${turn} "user_id": {[ ${long}` }];
      for (const key of await times(1, bodyOf(messages, { user_id: 'mine' }))) seen.add(key);
    }
    expect(seen.size).toBe(1);
  });

  test('conversations with stored responses stay with the account that stored them', async () => {
    const send = async (body: object) => {
      const response = await fetch(`${scene.gateway.url}/v1/responses`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ model: MODEL, input: 'Hi', ...body }),
      });
      return /"id":"(resp_\w+)"/.exec(await response.text())?.[1];
    };
    for (const stream of [false, true]) {
      const id = await send({ stream });
      const [home] = scene.keysTried();
      for (let turn = 0; turn < 6; turn += 1) await send({ previous_response_id: id, stream });
      expect(new Set(scene.keysTried())).toEqual(new Set([home]));
    }
  });

  test('conversations that only share a long system prompt are still spread', async () => {
    const system = { role: 'system', content: 'You are a careful engineer. '.repeat(300) };
    const seen = new Set<string>();
    for (let index = 0; index < 24; index += 1) {
      const messages = [system, { role: 'user', content: `Question ${index}` }];
      for (const key of await times(1, { messages })) seen.add(key);
    }
    expect(seen.size).toBe(4);
  });

  test('too short for a provider’s cache are spread like any call', async () => {
    expect((await times(24)).size).toBe(4);
  });

  test('are not identified by text in a prompt', async () => {
    const messages = [{ role: 'user', content: '{"prompt_cache_key":"x"}' }];
    expect((await times(24, { messages })).size).toBe(4);
  });

  test('conversations of two users with the same id are independent', async () => {
    const [mine] = await times(1, { prompt_cache_key: 'shared' });
    const others = new Set<string>();
    for (let user = 0; user < 12; user += 1) {
      const other = { authorization: await authorizationOfNewUser() };
      for (const key of await times(1, { prompt_cache_key: 'shared' }, other)) others.add(key);
    }
    expect(others.size).toBeGreaterThan(1);
    expect(await times(3, { prompt_cache_key: 'shared' })).toEqual(new Set([mine]));
  });

  /** Makes the conversation `k` fail on its channel once; returns that channel and the one that served it. */
  const failOver = async (fault: Fault) => {
    await scene.gateway.setOption('RetryTimes', '1');
    const [home = ''] = await times(1, { prompt_cache_key: 'k' });
    scene.faults.set(home, fault);
    await scene.chat({ prompt_cache_key: 'k' }, { authorization });
    const [, refuge] = scene.keysTried();
    scene.faults.clear();
    return { home, refuge };
  };

  test('leave a channel that fails, and stay where they were served', async () => {
    const { refuge } = await failOver('status-429-retry-after');
    scene.clock.advance(60_000);
    expect(await times(4, { prompt_cache_key: 'k' })).toEqual(new Set([refuge]));
    expect((await scene.logs())[0]?.other.admin_info?.why).toBe('affinity');
  });

  test('are forgotten with the provider’s cache: then a channel that failed once gets them again', async () => {
    const { home, refuge } = await failOver('status-500');
    scene.clock.advance(299_999);
    expect(await times(1, { prompt_cache_key: 'k' })).toEqual(new Set([refuge]));
    scene.clock.advance(300_000);
    expect(await times(1, { prompt_cache_key: 'k' })).toEqual(new Set([home]));
  });

  test('are assigned at random with the option off', async () => {
    await scene.gateway.setOption('ChannelAffinitySeconds', '0');
    expect((await times(24, { prompt_cache_key: 'off' })).size).toBe(4);
    await scene.gateway.setOption('ChannelAffinitySeconds', '300');
  });

  test('conversations of one model do not affect another', async () => {
    for (const key of ['e', 'f']) await scene.channel(key, { models: `${MODEL},gpt-4o` });
    expect((await times(6, { prompt_cache_key: 'k', model: 'gpt-4o' })).size).toBe(1);
  });
});

test('independent nodes send a conversation to the same channel and key, by weight overall', () => {
  const channels = [1, 3].map((weight, index) => ({
    id: index + 1,
    weight,
    variants: ['x', 'y', 'z'].map((keyFingerprint) => ({ keyFingerprint })),
  })) as unknown as RuntimeChannel[];
  const seen = new Map<string, number>();
  for (let number = 0; number < 2000; number += 1) {
    const draws = [0.1, 0.9].map((chance) => {
      const affinity = new ConversationAffinity(
        { affinity: new ChannelAffinity(), affinityMs: () => 1000, nowMs: () => 0 },
        { userId: 1, name: `1 default m session-${number}` },
      );
      const random = affinity.draw(() => chance);
      const channel = channels.at(random() < 0.25 ? 0 : 1) as RuntimeChannel;
      return `${channel.id} ${affinity.drawKey(channel)}`;
    });
    const [response = '', other] = draws;
    expect(other).toBe(response);
    seen.set(response, (seen.get(response) ?? 0) + 1);
  }
  const share = (name: string) => Math.round(((seen.get(name) ?? 0) / 2000) * 100);
  for (const key of ['x', 'y', 'z']) {
    expect(Math.abs(share(`1 ${key}`) - 8)).toBeLessThan(4);
    expect(Math.abs(share(`2 ${key}`) - 25)).toBeLessThan(4);
  }
});

test('the memory of conversations is limited: the least recently used are evicted', () => {
  const affinity = new ChannelAffinity(2);
  const target = { channelId: 1, keyFingerprint: '' };
  for (const name of ['a', 'b', 'a', 'c']) affinity.remember({ userId: 1, name }, target, 10);
  expect(['a', 'b', 'c'].map((name) => affinity.find(name, 0) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  expect(affinity.find('a', 10)).toBeUndefined();
});

describe('the memory of conversations', () => {
  const target = { channelId: 1, keyFingerprint: '' };
  const fill = (affinity: ChannelAffinity, userId: number, count: number) => {
    for (let at = 0; at < count; at += 1)
      affinity.remember({ userId, name: `${userId} ${at}` }, target, 10);
  };
  const countOf = (affinity: ChannelAffinity, userId: number) =>
    Array.from({ length: 1000 }, (_, at) => affinity.find(`${userId} ${at}`, 0)).filter(Boolean)
      .length;

  test('keeps those of users with few, however many another has', () => {
    const affinity = new ChannelAffinity(100);
    fill(affinity, 2, 30);
    fill(affinity, 3, 10);
    fill(affinity, 1, 1000);
    expect([1, 2, 3].map((userId) => countOf(affinity, userId))).toEqual([60, 30, 10]);
    expect(affinity.find('1 999', 0)).toBeDefined();
    fill(affinity, 4, 50);
    expect([1, 2, 3, 4].map((userId) => countOf(affinity, userId))).toEqual([30, 30, 10, 30]);
    for (let at = 0; at < 1000; at += 1) affinity.find(`1 ${at}`, 10);
    fill(affinity, 5, 1000);
    expect([2, 3, 4, 5].map((userId) => countOf(affinity, userId))).toEqual([30, 10, 30, 30]);
  });

  test('keeps neither long names nor the texts that names are a part of', async () => {
    const affinity = new ChannelAffinity();
    const headOf = (at: number) =>
      Buffer.alloc(16_000, `x-padding, session-id: ${at} `).toString('latin1');
    const growth = await heapGrowth(() => {
      for (let at = 0; at < 1000; at += 1) {
        const name = `1 part ${headOf(at).slice(-40)}${at}`;
        affinity.remember({ userId: 1, name }, target, 10);
        affinity.remember({ userId: 1, name: `1 whole ${at} ${headOf(at)}` }, target, 10);
      }
    });
    expect(affinity.find(`1 whole 7 ${headOf(7)}`, 0)).toBeDefined();
    expect(growth).toBeLessThan(10_000_000);
  });
});
