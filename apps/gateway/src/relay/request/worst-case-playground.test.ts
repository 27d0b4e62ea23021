import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';
import {
  type GreedyUpstream,
  startGreedyUpstream,
} from '../../../test-support/worst-case/greedy-upstream.ts';
import { playgroundPath } from './playground-sessions.ts';

/**
 * The playground in the worst-case matrix: each of its routes × every member that affects a price or limit ×
 * values it may have × a balance that covers everything and a small one. An upstream that responds with the
 * maximum is charged as it reports, within what was reserved.
 */
type Body = Readonly<Record<string, unknown>>;

const CHAT = 'gpt-4o-mini';
const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';
const MESSAGES = [{ role: 'user', content: 'hello' }];
const ROUTES: Readonly<Record<string, readonly Body[]>> = {
  '/v1/chat/completions': [false, true].map((stream) => ({
    model: CHAT,
    messages: MESSAGES,
    stream,
  })),
  '/v1/images/generations': [
    { model: 'gpt-image-1', prompt: 'a cat' },
    { model: 'gpt-image-1', prompt: 'a cat', stream: true, n: 2 },
    { model: 'dall-e-3', prompt: 'a cat' },
  ],
  '/v1/images/edits': [{ model: 'gpt-image-1', prompt: 'a cat', image: IMAGE }],
  '/v1/audio/speech': [
    { model: 'gpt-4o-mini-tts', input: 'hello there', voice: 'alloy', stream_format: 'sse' },
    { model: 'tts-1', input: 'hello there', voice: 'alloy' },
  ],
  '/v1/audio/transcriptions': [{ model: 'gpt-4o-transcribe' }, { model: 'whisper-1' }],
  '/mj/submit/imagine': [{ prompt: 'a cat' }],
  '/mj/submit/change': [{ taskId: '1', action: 'UPSCALE', index: 1 }],
};
const MODELS = 'gpt-4o-mini,gpt-image-1,dall-e-3,gpt-4o-mini-tts,tts-1,gpt-4o-transcribe,whisper-1';

const NUMBERS: readonly unknown[] = [3, 4000, '7', null];
const LONG = 'a cat '.repeat(100);
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  size: ['1024x1024', '1536x1024', '1792x1024', 'auto'],
  image_size: ['1024x1024', '1024x1536'],
  quality: ['low', 'high', 'hd', 'auto'],
  partial_images: [1, 3],
  prompt: [LONG, 'see https://x.example/a.pdf', 'a {red, blue} cat --repeat 9'],
  input: [LONG],
  instructions: [LONG],
  reasoning_effort: ['high'],
  service_tier: ['priority', 'flex'],
  batchSize: [1, 4, 8],
  action: ['VARIATION', 'REROLL'],
};
const COUNTS = ['n', 'batch_size', 'num_images', 'num_outputs', 'number_of_images'];
/** Members that determine the cost of a call on each route; the other matrices cover all members. */
const MEMBERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /chat/,
    ['n', 'best_of', 'max_tokens', 'max_completion_tokens', 'reasoning_effort', 'service_tier'],
  ],
  [/images/, [...COUNTS, 'size', 'image_size', 'quality', 'partial_images', 'prompt']],
  [/audio/, ['input', 'instructions', 'prompt', 'n']],
  [/mj/, ['prompt', 'batchSize', 'action']],
];

function* variantsOf(path: string, base: Body): Generator<Body> {
  yield base;
  const [, names = []] = MEMBERS.find(([route]) => route.test(path)) ?? [];
  for (const name of names)
    for (const value of VALUES[name] ?? NUMBERS) yield { ...base, [name]: value };
}

/** A form with a short recording. */
function formOf(body: Body): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  form.set('file', new Blob([Buffer.alloc(4000, 1)]), 'a.mp3');
  return form;
}

let gateway: TestGateway;
let upstream: GreedyUpstream;
beforeAll(async () => {
  upstream = await startGreedyUpstream();
  gateway = await startTestGateway();
  await gateway.setOptions({ PreConsumedQuota: '0', ChannelCooldownEnabled: 'false' });
  await gateway.channel({ models: MODELS, base_url: upstream.url });
  const drawings = { type: 2, models: 'mj_imagine,mj_upscale', base_url: upstream.url };
  await gateway.channel(drawings);
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

async function play({ id, token }: Client, path: string, body: Body): Promise<number> {
  const isForm = path.endsWith('/transcriptions');
  const response = await fetch(`${gateway.url}/api/playground${path}`, {
    method: 'POST',
    headers: {
      cookie: `session=${token}`,
      'new-api-user': String(id),
      origin: gateway.url,
      'sec-fetch-site': 'same-origin',
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? formOf(body) : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function chargesOf({ id }: Client) {
  const { store, wallet } = gateway.app.domain;
  await wallet.flush();
  const rows = await store.db
    .selectFrom('logs')
    .select(['quota', 'model_name', 'other'])
    .where('user_id', '=', id)
    .where('type', '=', 2)
    .execute();
  const losses = await store.db
    .selectFrom('ledger')
    .select('amount')
    .where('user_id', '=', id)
    .where('kind', '=', 'loss')
    .execute();
  return {
    losses,
    rows: rows.map(({ other, ...row }) => ({
      ...row,
      ...(JSON.parse(other) as { reserved: number; usage_claim?: object }),
    })),
  };
}

describe.each(Object.keys(ROUTES))('the playground at %s', (path) => {
  it('is a route of the playground', () => {
    expect(playgroundPath(`/api/playground${path}`)).toBe(path);
  });

  it.each([1_000_000_000, 30_000])(
    'charges what its upstream used within what was reserved, on a balance of %d',
    async (quota) => {
      const user = await gateway.user({ quota });
      const before = upstream.calls;
      for (const base of ROUTES[path] ?? [])
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        for (const body of variantsOf(path, base)) await play(user, path, body);
      const { rows, losses } = await chargesOf(user);
      const wrong = rows.filter(
        ({ quota: charged, reserved, usage_claim: claim }) =>
          charged > reserved || claim !== undefined,
      );
      expect(wrong).toEqual([]);
      expect(losses).toEqual([]);
      expect(rows).toHaveLength(upstream.calls - before);
    },
  );
});
