import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import { WordAutomaton } from './word-automaton.ts';

describe('the content filter on prompts', () => {
  let scene: RelayScene;
  beforeAll(async () => {
    scene = await startRelayScene();
    await scene.channel('sk-good');
    await scene.gateway.setOption('SensitiveWords', 'Forbidden Thing\n\n  禁词  ');
    await scene.gateway.setOption('CheckSensitiveOnPromptEnabled', 'true');
    await scene.gateway.setOption('CheckSensitiveEnabled', 'true');
  });
  afterAll(() => scene.close());

  const send = async (path: string, body: string) => {
    const response = await fetch(scene.gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.secret}`, 'accept-language': 'en' },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const post = (path: string, body: object) =>
    send(path, JSON.stringify({ model: MODEL, ...body }));
  const bad = 'say \u7981词 now';

  test.each([
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'a FORBIDDEN thing' }] }],
    [
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: [{ type: 'text', text: bad }] }] },
    ],
    ['/v1/completions', { prompt: bad }],
    ['/v1/embeddings', { input: ['fine', bad] }],
    ['/v1/responses', { input: [{ role: 'user', content: [{ type: 'input_text', text: bad }] }] }],
    ['/v1/messages', { max_tokens: 9, system: bad, messages: [{ role: 'user', content: 'Hi' }] }],
    [`/v1beta/models/${MODEL}:generateContent`, { contents: [{ parts: [{ text: bad }] }] }],
  ])('refuses a call of %s with %j, unsent', async (path, body) => {
    const response = await post(path, body);
    expect(response.status).toBe(400);
    expect(response.text).toMatch(/sensitive/i);
    expect(scene.keysTried()).toEqual([]);
  });

  test('finds a word anywhere in a long text, in slices of bounded work', async () => {
    const looked: number[] = [];
    const find = WordAutomaton.prototype.find;
    vi.spyOn(WordAutomaton.prototype, 'find').mockImplementation(function (
      this: WordAutomaton,
      text,
    ) {
      looked.push(text.length);
      return find.call(this, text);
    });
    const slice = 256 * 1024;
    const messages = (content: string) => ({ messages: [{ role: 'user', content }] });
    for (const before of [0, slice - 1, slice - 5, slice, 2 * slice - 14, 2 * slice + 7]) {
      const text = `${'x'.repeat(before)}forbidden thing${'y'.repeat(slice)}`;
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      expect((await post('/v1/chat/completions', messages(text))).status).toBe(400);
    }
    const innocent = await post('/v1/chat/completions', messages('x'.repeat(5 * slice)));
    expect(innocent.status).toBe(200);
    expect(Math.max(...looked)).toBeLessThan(slice + 100);
    vi.restoreAllMocks();
    scene.keysTried();
  });

  test.each(['/v1/chat/completions', '/v1/messages'])(
    'finds a word deep inside a large body of %s, and refuses one whose JSON is invalid there',
    async (path) => {
      const turns = Array.from({ length: 500 }, () => ({
        role: 'user',
        content: 'words '.repeat(9),
      }));
      const messages = [...turns, { role: 'user', content: bad }, ...turns];
      const large = { max_tokens: 9, messages };
      expect((await post(path, large)).text).toMatch(/sensitive/i);
      const text = JSON.stringify({ model: MODEL, ...large });
      const response = await send(path, text.replace('"content"', 'content'));
      expect(response).toMatchObject({
        status: 400,
        text: expect.stringMatching(/not valid JSON/),
      });
      expect(scene.keysTried()).toEqual([]);
    },
  );

  test('sends its error code to OpenAI callers and never the word', async () => {
    const { text } = await post('/v1/chat/completions', {
      messages: [{ role: 'user', content: bad }],
    });
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'sensitive_words_detected' } });
    expect(text).not.toContain('禁词');
  });

  test('passes other prompts, and images whatever characters encode them', async () => {
    expect(
      (await scene.chat({ messages: [{ role: 'user', content: 'a forbidden th ing' }] })).status,
    ).toBe(200);
    const url = 'data:image/png;base64,Forbidden Thing';
    const content = [{ type: 'image_url', image_url: { url } }];
    expect((await scene.chat({ messages: [{ role: 'user', content }] })).status).toBe(200);
  });

  test('applies a changed list immediately, and nothing while it is off', async () => {
    await scene.gateway.setOption('SensitiveWords', 'other');
    expect((await post('/v1/completions', { prompt: bad })).status).toBe(200);
    expect((await post('/v1/completions', { prompt: 'another' })).status).toBe(400);
    await scene.gateway.setOption('CheckSensitiveOnPromptEnabled', 'false');
    expect((await post('/v1/completions', { prompt: 'another' })).status).toBe(200);
  });
});
