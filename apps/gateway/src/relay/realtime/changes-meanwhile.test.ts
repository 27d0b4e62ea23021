import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  channelChanges,
  type InFlight,
  keyEnds,
  userEnds,
  userMoves,
} from '../../../test-support/changes-in-flight.ts';
import { RealtimeTestSession } from '../../../test-support/realtime-test-session.ts';
import {
  type RealtimeUpstream,
  startRealtimeUpstream,
} from '../../../test-support/realtime-upstream.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import type { ApiResponse, Client } from '../../../test-support/test-gateway.ts';

const MODEL = 'gpt-realtime';
const QUOTA = 100_000_000;

interface RunningSession extends InFlight {
  raisePrice: () => Promise<void>;
  removePrice: () => Promise<void>;
}
type Change = (session: RunningSession) => Promise<ApiResponse | void>;

const GOES_ON: Readonly<Record<string, Change>> = {
  'the model gets dearer': ({ raisePrice }) => raisePrice(),
  'the model loses its price': ({ removePrice }) => removePrice(),
  ...channelChanges,
  'the channel is deleted': ({ root, channelId }) =>
    root.call('DELETE', `/api/channel/${channelId}/`),
  ...userMoves,
};
const ENDS: Readonly<Record<string, Change>> = {
  ...keyEnds,
  'the key may call other models only': ({ owner, keyId }) =>
    owner.call('PUT', '/api/token/', {
      id: keyId,
      name: 'key',
      model_limits_enabled: true,
      model_limits: 'gpt-4o',
    }),
  ...userEnds,
};

describe('a response of a running realtime session, when', () => {
  let scene: RelayScene;
  let upstream: RealtimeUpstream;
  let channels = 0;
  beforeAll(async () => {
    scene = await startRelayScene();
    upstream = await startRealtimeUpstream(MODEL);
  });
  afterEach(() => upstream.forget());
  afterAll(async () => {
    await scene.close();
    upstream.close();
  });

  const rowsOf = async ({ id }: Client) => {
    const { wallet, store } = scene.gateway.app.domain;
    await wallet.flush();
    const { db } = store;
    return db
      .selectFrom('logs')
      .select(['quota', 'prompt_tokens', 'completion_tokens'])
      .where('user_id', '=', id)
      .where('type', '=', 2)
      .execute();
  };
  const balanceOf = async ({ id }: Client) => {
    const { wallet, store } = scene.gateway.app.domain;
    await wallet.flush();
    await wallet.maintain(0).catch(() => {});
    const row = await store.db
      .selectFrom('users')
      .select(['quota', 'held'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { quota: Number(row.quota), held: Number(row.held) };
  };

  /** Starts a session and a response, and makes the change while it runs. */
  async function begin(change: Change) {
    const { gateway } = scene;
    const { id: channelId } = await scene.channel(`sk-live-${(channels += 1)}`, {
      models: MODEL,
      base_url: upstream.url,
    });
    const owner = await gateway.user({ quota: QUOTA });
    const { secret, id: keyId } = await gateway.token(owner);
    const session = new RealtimeTestSession({ url: gateway.url, secret, model: MODEL });
    await session.until('session.created');
    const content = [{ type: 'input_text', text: 'Say hello' }];
    session.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content },
    });
    session.send({ type: 'response.create' });
    await expect.poll(() => upstream.heard).toContain('response.create');
    upstream.tell({ type: 'response.created', response: { id: 'resp_1' } });
    await session.until('response.created');
    const ratios = gateway.app.domain.options.raw('ModelRatio');
    const raisePrice = async () => {
      const known = JSON.parse(ratios) as Record<string, number>;
      await gateway.setOption('ModelRatio', JSON.stringify({ ...known, [MODEL]: 900 }));
    };
    const removePrice = async () => {
      const { [MODEL]: _, ...others } = JSON.parse(ratios) as Record<string, number>;
      await gateway.setOption('ModelRatio', JSON.stringify(others));
    };
    const changed = await change({
      root: gateway.root,
      owner,
      keyId,
      channelId,
      raisePrice,
      removePrice,
    });
    if (changed) expect(changed.body).toMatchObject({ success: true });
    const restore = async () => {
      await gateway.setOption('ModelRatio', ratios);
      await gateway.root.call('DELETE', `/api/channel/${channelId}/`);
    };
    return { session, owner, restore };
  }
  const done = {
    type: 'response.done',
    response: {
      id: 'resp_1',
      status: 'completed',
      output: [],
      usage: {
        total_tokens: 30,
        input_tokens: 20,
        output_tokens: 10,
        input_token_details: { text_tokens: 20, audio_tokens: 0, cached_tokens: 0 },
        output_token_details: { text_tokens: 10, audio_tokens: 0 },
      },
    },
  };
  /** 4 and 16 USD per million. */
  const quota = Math.round((20 * 4 + 10 * 16) / 2);

  test.each(Object.keys(GOES_ON))(
    '%s, is charged once, at the price it started with',
    async (name) => {
      const { session, owner, restore } = await begin(GOES_ON[name] as Change);
      upstream.tell(done);
      await session.until('response.done');
      await session.leave();
      await restore();
      const row = { quota, prompt_tokens: 20, completion_tokens: 10 };
      expect(await rowsOf(owner)).toEqual([row]);
      await expect.poll(() => balanceOf(owner)).toEqual({ quota: QUOTA - quota, held: 0 });
    },
  );

  test.each(Object.keys(ENDS))(
    '%s, ends with the session, is charged once, and leaves nothing reserved',
    async (name) => {
      const { session, owner, restore } = await begin(ENDS[name] as Change);
      await expect.poll(() => upstream.heard).toContain('response.cancel');
      upstream.tell(done);
      expect((await session.closed).code).toBe(1008);
      await restore();
      await expect.poll(async () => (await rowsOf(owner)).length).toBe(1);
      const [row] = await rowsOf(owner);
      expect(row?.quota).toBe(quota);
      await expect.poll(() => balanceOf(owner)).toEqual({ quota: QUOTA - quota, held: 0 });
    },
  );

  test('the model loses its price and its upstream starts another by itself, is charged, and so is the other', async () => {
    const { session, owner, restore } = await begin(({ removePrice }) => removePrice());
    upstream.tell({ type: 'response.created', response: { id: 'resp_2' } });
    await expect.poll(() => upstream.heard).toContain('response.cancel');
    upstream.tell({ ...done, response: { ...done.response, id: 'resp_2' } });
    upstream.tell(done);
    await session.closed;
    await restore();
    await expect
      .poll(async () => (await rowsOf(owner)).map((row) => row.quota))
      .toEqual([quota, quota]);
    await expect.poll(() => balanceOf(owner)).toEqual({ quota: QUOTA - 2 * quota, held: 0 });
  });

  test('the model got dearer while nothing ran, costs the new price', async () => {
    const { session, owner, restore } = await begin(async () => {});
    upstream.tell(done);
    await session.until('response.done');
    const ratios = JSON.parse(scene.gateway.app.domain.options.raw('ModelRatio')) as object;
    await scene.gateway.setOption('ModelRatio', JSON.stringify({ ...ratios, [MODEL]: 900 }));
    session.send({ type: 'response.create' });
    await expect
      .poll(() => upstream.heard.filter((type) => type === 'response.create').length)
      .toBe(2);
    upstream.tell({ type: 'response.created', response: { id: 'resp_2' } });
    await session.until('response.created', 2);
    upstream.tell({ ...done, response: { ...done.response, id: 'resp_2' } });
    await session.until('response.done', 2);
    await session.leave();
    await restore();
    const [first, second] = (await rowsOf(owner)).map((row) => row.quota);
    expect(first).toBe(quota);
    // 900 instead of 2.
    expect(second).toBe(quota * 450);
    await expect.poll(() => balanceOf(owner)).toEqual({ quota: QUOTA - quota * 451, held: 0 });
  });

  test('its upstream names the key of the channel, shows the caller nothing of it, nor when it closes', async () => {
    const { session, restore } = await begin(async () => {});
    const { key, socket } = upstream;
    expect(key).toMatch(/^sk-live-/);
    upstream.tell({ type: 'error', error: { code: 'invalid_api_key', message: `Wrong: ${key}` } });
    expect(await session.until('error')).toMatchObject({ error: { message: 'Wrong: ***' } });
    socket?.close(4001, `Wrong: ${key}`);
    expect(await session.closed).toEqual({ code: 4001, reason: 'Wrong: ***' });
    await restore();
  });
});
