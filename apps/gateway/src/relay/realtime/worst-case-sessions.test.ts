import { computeCharge, emptyUsage } from '@tollgate/pricing';
import { describe, expect, it } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import { openRealtimeSession, REALTIME_MODEL } from '../../../test-support/realtime-meter-scene.ts';
import { GreedyRealtimeUpstream } from '../../../test-support/worst-case/greedy-realtime-upstream.ts';

/**
 * Realtime sessions in the worst-case matrix: every member that determines the number of responses, the
 * length of responses and prompts, and transcription × every value × where it may be set × number of
 * concurrent requests × balance. An upstream that reads everything it receives and responds with the maximum
 * is charged within what was reserved, to the last response.
 */
type Event = Readonly<Record<string, unknown>> & { type: string };
type Members = Readonly<Record<string, unknown>>;

const LIMITS: readonly unknown[] = [1, 4000, 9000, 1.5, 0, -1, '7', 'inf', null, {}];
const TEXT = 'x'.repeat(3000);
const DETECTIONS = [null, { type: 'server_vad' }, { type: 'server_vad', create_response: false }];
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  max_output_tokens: LIMITS,
  max_response_output_tokens: LIMITS,
  conversation: ['none', 'auto', null, 7],
  input: [[{ type: 'message', content: [{ type: 'input_text', text: TEXT }] }], [], null],
  instructions: [TEXT, '\u{1d54f}'.repeat(500)],
  tools: [[{ type: 'function', name: TEXT }], [{ type: 'mcp', server_url: 'https://a' }]],
  modalities: [['text'], ['audio', 'text']],
  prompt: [{ id: 'p' }],
  turn_detection: DETECTIONS,
  audio: DETECTIONS.map((detection) => ({
    input: { turn_detection: detection, transcription: { model: 'whisper-1' } },
  })),
  input_audio_transcription: [{ model: 'whisper-1' }, null],
  input_audio_format: ['pcm16', 'g711_ulaw'],
  metadata: [{ a: 'b' }],
};
const MEMBERS: readonly Members[] = [
  {},
  ...Object.entries(VALUES).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
];

/** Half a second of audio. */
const AUDIO = 'A'.repeat(32_000);
const item = {
  type: 'conversation.item.create',
  item: { type: 'message', content: [{ type: 'input_text', text: TEXT }] },
};
const requests = (count: number, response: Members): Event[] =>
  Array.from({ length: count }, () => ({ type: 'response.create', response }));
const outOfBand = { conversation: 'none' };
const update = (session: Members) => ({ type: 'session.update', session });
const audio = [
  { type: 'input_audio_buffer.append', audio: AUDIO },
  { type: 'input_audio_buffer.commit' },
];

/** Where members are set, and the events around them. */
const STORIES: Readonly<Record<string, (members: Members, count: number) => Event[]>> = {
  'in the session': (members, count) => [update(members), item, ...requests(count, outOfBand)],
  'in each request': (members, count) => [item, ...requests(count, { ...outOfBand, ...members })],
  'in the session, once it was shorter': (members, count) => [
    update({ max_output_tokens: 1 }),
    update(members),
    ...requests(count, {}),
    item,
    ...requests(count, outOfBand),
  ],
  'of audio': (members, count) => [update(members), ...audio, ...requests(count, {}), ...audio],
};

/** Reservation of a response with an empty prompt. */
const SLOT = computeCharge(
  plainPrice,
  { ...emptyUsage(), promptTokens: 2500, completionTokens: 4096 },
  1,
);
/** Covers every response, some of them, one, and not quite one more. */
const BALANCES = [1e12, SLOT * 3.5, SLOT * 1.9, SLOT * 1.3];

async function play(events: readonly Event[], balance: number) {
  const failures: unknown[] = [];
  const scene = await openRealtimeSession(balance, (error) => failures.push(error));
  const upstream = new GreedyRealtimeUpstream(scene.upstream, REALTIME_MODEL);
  for (const event of events) {
    scene.client.say(event);
    // oxlint-disable-next-line no-await-in-loop -- one event after the other
    await upstream.hear();
  }
  await upstream.endAll();
  scene.client.close();
  await upstream.endAll();
  scene.upstream.close();
  await scene.session.ended;
  return { ...scene.wallet, failures, begun: upstream.begun };
}

describe.each(Object.entries(STORIES))('members set %s', (_, tell) => {
  it.each([1, 2, 5])(
    'are covered before they are sent upstream, with %d concurrent responses',
    async (count) => {
      let begun = 0;
      for (const members of MEMBERS)
        for (const balance of BALANCES) {
          // oxlint-disable-next-line no-await-in-loop -- one session after the other
          const end = await play(tell(members, count), Math.ceil(balance));
          begun += end.begun;
          const over = end.charges.filter(({ quota, reserved }) => quota > reserved);
          if (over.length > 0 || end.failures.length > 0 || end.reserved !== 0)
            expect({ members, ...end, balance }).toBe('covered');
          if (balance === BALANCES[0]) expect(end.charges.length).toBeGreaterThanOrEqual(end.begun);
        }
      expect(begun).toBeGreaterThan(MEMBERS.length);
    },
  );
});
