import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RealtimeTestSession } from '../../../test-support/realtime-test-session.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('sk-live', { models: 'gpt-realtime' });
  await scene.gateway.setOption('SensitiveWords', 'dragon');
  await scene.gateway.setOption('CheckSensitiveEnabled', 'true');
});
afterAll(() => scene.close());

let session: RealtimeTestSession;
afterEach(() => session.leave());

/** Starts a session in which either prompts or responses are checked. */
async function startSession(checked: 'Prompt' | 'Completion'): Promise<void> {
  for (const side of ['Prompt', 'Completion'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await scene.gateway.setOption(`CheckSensitiveOn${side}Enabled`, String(side === checked));
  session = new RealtimeTestSession({
    url: scene.gateway.url,
    secret: scene.secret,
    model: 'gpt-realtime',
  });
  await session.until('session.created');
}

describe('the content filter on realtime sessions', () => {
  test('sensitive words are refused with an event, and the session continues', async () => {
    await startSession('Prompt');
    session.send({
      type: 'response.create',
      event_id: 'mine',
      response: { instructions: 'Dragon!' },
    });
    const error = await session.until('error');
    expect(error).toMatchObject({ error: { code: 'sensitive_words_detected', event_id: 'mine' } });
    session.ask();
    await session.until('response.done');
  });

  test.each([
    ['says', 8],
    ['writes', 0],
  ])(
    'a sensitive word that the model %s ends the session, and what was delivered is charged',
    async (_, sound) => {
      await startSession('Completion');
      const usage = { prompt_tokens: 100, completion_tokens: 8, audio_output_tokens: sound };
      // One or two letters per delta.
      session.ask({ ...usage, text: 'A Dragon flies', tokens: 8 });
      expect(await session.until('error')).toMatchObject({
        error: { code: 'sensitive_words_detected' },
      });
      expect((await session.closed).code).toBe(1008);
      const received = session.events.filter(({ type }) =>
        type.endsWith(sound ? 'transcript.delta' : 'text.delta'),
      );
      expect(received.map(({ delta }) => delta).join('')).not.toMatch(/dragon|flies/i);
      await expect
        .poll(async () => (await scene.logs())[0])
        .toMatchObject({ prompt_tokens: 100, other: { end: 'sensitive_words' } });
    },
  );
});
