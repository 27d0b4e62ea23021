import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MockServers, startMockServers } from '../mocks/mock-servers.ts';
import { PRIMARY_KEY } from '../mocks/upstreams.ts';
import { readEvents, send } from '../transport/send.ts';
import { CLIENTS } from './clients.ts';
import { CLIENT_DIALECTS, type StreamEvent } from './conversation.ts';

/** Responses of the mocks, read by a client of the same dialect: the mocks are strict with us, too. */
let mocks: MockServers;
beforeAll(async () => {
  mocks = await startMockServers(0);
});
afterAll(() => mocks.close());

const MODELS = {
  chat: 'gpt-5-mini',
  responses: 'gpt-5.4',
  messages: 'claude-opus-5-5',
  gemini: 'gemini-3.1-pro-preview',
};

async function ask(dialect: (typeof CLIENT_DIALECTS)[number], stream: boolean, calls: number) {
  const client = CLIENTS[dialect];
  const thinking = dialect === 'chat' ? '' : 'Hm.';
  const trace = mocks.open(() => ({ calls, thinking, text: 'Hello there.' }));
  const request = client.build({
    model: MODELS[dialect],
    history: [{ kind: 'user', text: trace.tag }],
    tools: ['get_weather', 'get_time'],
    thinks: true,
    stream,
  });
  const headers = { ...request.headers, ...client.keyHeaders(PRIMARY_KEY) };
  return send(mocks.url(dialect), { ...request, headers });
}

/**
 * Events that may be missing or repeated unnoticed: pings, roles, and those without which a text is only
 * shorter or a call is missing.
 */
const isMissable = ({ data }: StreamEvent) =>
  /"type":"ping"|"functionCall"|"delta":\{"content":"|text_delta|thinking_delta|"text":|"reasoning_content"|input_json_delta|"function":\{"arguments":/.test(
    data,
  );

describe.each(CLIENT_DIALECTS)('the reader of %s', (dialect) => {
  const client = CLIENTS[dialect];

  test.each([0, 2])(
    'reads a streamed response the same as a whole one (%i calls)',
    async (calls) => {
      const whole = client.read(JSON.parse((await ask(dialect, false, calls)).text));
      const streamed = client.readStream(readEvents((await ask(dialect, true, calls)).text));
      const names = (answer: typeof whole) => answer.calls.map(({ name, args }) => [name, args]);
      expect(names(streamed)).toEqual(names(whole));
      expect(names(whole)).toHaveLength(calls);
      for (const member of ['text', 'thinking', 'usage'] as const)
        expect(streamed[member]).toEqual(whole[member]);
    },
  );

  test.each([0, 2])('refuses a stream with any of its events missing (%i calls)', async (calls) => {
    const events = readEvents((await ask(dialect, true, calls)).text);
    expect(events.length).toBeGreaterThan(2);
    for (const [index, event] of events.entries()) {
      if (isMissable(event)) continue;
      const without = events.filter((_, at) => at !== index);
      expect(() => client.readStream(without), `${index}: ${event.data}`).toThrow();
    }
  });

  test('refuses a stream with a repeated event', async () => {
    const events = readEvents((await ask(dialect, true, 2)).text);
    for (const [index, event] of events.entries()) {
      if (isMissable(event)) continue;
      if (event.data.includes('"role":"assistant","content":""')) continue;
      const twice = events.toSpliced(index, 0, event);
      expect(() => client.readStream(twice), `${index}: ${event.data}`).toThrow();
    }
  });

  test('refuses an error in another dialect', () => {
    const errors = [
      { error: { message: 'x', type: 'invalid_request_error', code: null, param: null } },
      { type: 'error', error: { type: 'invalid_request_error', message: 'x' } },
      { error: { code: 400, message: 'x', status: 'INVALID_ARGUMENT' } },
    ];
    const read = errors.filter((error) => {
      try {
        return client.readError(400, error).message === 'x';
      } catch {
        return false;
      }
    });
    expect(read).toHaveLength(1);
  });
});
