import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  DRAWING_PRICE,
  LYRICS_PRICE,
  PERSON_QUOTA,
  SONG_PRICE,
  startTaskScene,
  type TaskScene,
} from '../../../test-support/task-scene.ts';

const DAY_MS = 86_400_000;

describe.each(databaseKinds)('image and music tasks on %s', (kind) => {
  let scene: TaskScene;
  beforeAll(async () => {
    scene = await startTaskScene(kind);
  });
  afterAll(() => scene.close());

  const logsOf = async (client: { call: TaskScene['gateway']['root']['call'] }) =>
    (await client.call('GET', '/api/log/self/?page_size=50')).body.data.items as {
      type: number;
      quota: number;
      content: string;
      model_name: string;
      request_id: string;
      other: string;
    }[];

  test('an image task is accepted, polled until its image is ready and charged once', async () => {
    const { client, secret } = await scene.person();
    const submit = await scene.call(secret, '/mj/submit/imagine', {
      prompt: 'a cat',
      state: 'mine',
    });
    expect(submit.status).toBe(200);
    expect(submit.body).toMatchObject({ code: 1, properties: {} });
    const id = submit.body.result as string;
    expect(id).toMatch(/^\d{31}$/);
    expect(scene.drawings.ids()).not.toContain(id);
    expect(await scene.account(client)).toEqual({
      quota: PERSON_QUOTA - DRAWING_PRICE,
      used: DRAWING_PRICE,
    });
    const fetch = async () => (await scene.call(secret, `/mj/task/${id}/fetch`)).body;
    expect(await fetch()).toMatchObject({
      id,
      status: 'SUBMITTED',
      prompt: 'a cat',
      state: 'mine',
    });
    await scene.pass(15_000);
    expect(await fetch()).toMatchObject({ status: 'IN_PROGRESS', progress: '50%' });
    await scene.pass(20_000);
    const done = await fetch();
    expect(done).toMatchObject({ id, status: 'SUCCESS', progress: '100%', action: 'IMAGINE' });
    expect(done.imageUrl).toMatch(/\.png$/);
    expect(done.buttons).toHaveLength(1);
    expect(done.properties).toEqual({ finalPrompt: 'a cat' });
    const rows = (await logsOf(client)).filter(({ type }) => type === 2);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      quota: DRAWING_PRICE,
      model_name: 'mj_imagine',
      content: `IMAGINE ${id}`,
      request_id: submit.headers.get('x-request-id'),
    });
    expect(await scene.faults()).toEqual([]);
  });

  test('an image of the playground is charged, followed in its log, continued by its buttons, and refunded if it fails', async () => {
    const { client } = await scene.person();
    const page = {
      cookie: `session=${client.token}`,
      'new-api-user': String(client.id),
      origin: scene.gateway.url,
      'sec-fetch-site': 'same-origin',
    };
    const submit = async (path: string, body: object) =>
      (await scene.call('', `/api/playground/mj/submit/${path}`, body, page)).body;
    const fetchImageTask = async (id: unknown) => {
      const { body } = await client.call('GET', `/api/mj/self/?mj_id=${String(id)}`);
      return (body.data.items as Record<string, unknown>[])[0];
    };
    const { result: id } = await submit('imagine', { prompt: 'a gate' });
    await scene.pass(15_000);
    await scene.pass(20_000);
    expect(await fetchImageTask(id)).toMatchObject({ status: 'SUCCESS', quota: DRAWING_PRICE });
    const { result: next } = await submit('change', { taskId: id, action: 'VARIATION', index: 2 });
    expect(await fetchImageTask(next)).toMatchObject({ action: 'VARIATION' });
    const { quota: before } = await scene.account(client);
    const { result: failed } = await submit('imagine', { prompt: 'fail please' });
    await scene.pass(20_000);
    await scene.pass(20_000);
    expect(await fetchImageTask(failed)).toMatchObject({ status: 'FAILURE', refunded: true });
    expect((await scene.account(client)).quota).toBe(before);
    expect(await scene.faults()).toEqual([]);
    expect((await submit('describe', {})).result).toBeUndefined();
  });

  test('a failed image task is refunded once, to balance, limited key and used counters, and its owner sees why', async () => {
    const { client, secret, apiKeyId } = await scene.person({
      unlimited_quota: false,
      remain_quota: 200_000,
    });
    const id = await scene.draw(secret, 'fail please');
    await scene.pass(20_000);
    await scene.pass(20_000);
    await scene.pass(600_000);
    expect(await scene.task(id)).toMatchObject({
      status: 'FAILURE',
      charge: 'refunded',
      next_check_at: null,
    });
    expect(await scene.refunds(client)).toEqual([DRAWING_PRICE]);
    expect(await scene.account(client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
    const { body } = await client.call('GET', `/api/token/${apiKeyId}`);
    expect(body.data).toMatchObject({ remain_quota: 200_000, used_quota: 0 });
    const { body: task } = await scene.call(secret, `/mj/task/${id}/fetch`);
    expect(task).toMatchObject({ status: 'FAILURE', failReason: 'the image came out badly' });
    const [refund] = (await logsOf(client)).filter(({ type }) => type === 4);
    expect(refund?.content).toContain(id);
    expect(refund).toMatchObject({ model_name: 'mj_imagine', quota: 0 });
    expect(await scene.faults()).toEqual([]);
  });

  test('a failed task shows nothing of the channel’s key, although its service names it', async () => {
    const { secret } = await scene.person();
    const id = await scene.draw(secret, 'a gate');
    const { upstream_id: upstreamId } = await scene.task(id);
    scene.drawings.decide(upstreamId, 'FAILURE', 'not allowed for mj-secret-canary');
    await scene.pass(20_000);
    const { body } = await scene.call(secret, `/mj/task/${id}/fetch`);
    expect(body).toMatchObject({ status: 'FAILURE', failReason: 'not allowed for ***' });
  });

  test('what was refunded still counts towards a daily limit, also one that is set later, and is shown so', async () => {
    const { client, secret, apiKeyId } = await scene.person();
    // At noon, so that the day does not end meanwhile.
    scene.clock.advance(1.5 * DAY_MS - (scene.clock.nowMs() % DAY_MS));
    await scene.draw(secret, 'fail please');
    for (const milliseconds of [20_000, 20_000, 600_000]) await scene.pass(milliseconds);
    expect(await scene.refunds(client)).toEqual([DRAWING_PRICE]);
    const limited = { id: apiKeyId, name: 'key', day_quota: DRAWING_PRICE };
    await client.call('PUT', '/api/token/', limited);
    const refused = await scene.call(secret, '/mj/submit/imagine', { prompt: 'a gate' });
    expect(refused.status).toBe(402);
    const { body } = await client.call('GET', '/api/token/');
    expect(body.data.items).toMatchObject([{ periods: [{ spent: DRAWING_PRICE }] }]);
  });

  test("music and lyrics are generated, mapped to the channel's version, and cost their own prices", async () => {
    const { client, secret } = await scene.person();
    const id = await scene.sing(secret, 'la la');
    const lyrics = await scene.call(secret, '/suno/submit/LYRICS', { prompt: 'rain' });
    expect(lyrics.body).toMatchObject({ code: 'success' });
    await scene.pass(4_000);
    await scene.pass(70_000);
    const one = await scene.call(secret, `/suno/fetch/${id}`);
    expect(one.body).toMatchObject({
      code: 'success',
      data: { task_id: id, action: 'MUSIC', status: 'SUCCESS', progress: '100%' },
    });
    const clips = (one.body.data as { data: Record<string, unknown>[] }).data;
    expect(clips).toHaveLength(2);
    expect(JSON.stringify(clips)).not.toContain('House account');
    const ids = [id, lyrics.body.data, 'unknown'];
    const both = await scene.call(secret, '/suno/fetch', { ids });
    expect((both.body.data as unknown[]).length).toBe(2);
    expect(await scene.account(client)).toEqual({
      quota: PERSON_QUOTA - SONG_PRICE - LYRICS_PRICE,
      used: SONG_PRICE + LYRICS_PRICE,
    });
  });

  test('a follow-up goes to the channel of its task, under the upstream’s id', async () => {
    const { secret } = await scene.person();
    const other = await scene.gateway.channel({
      type: 5,
      name: 'elsewhere',
      key: 'mj-secret-canary',
      base_url: 'http://127.0.0.1:9',
      models: 'mj_upscale,mj_inpaint,mj_modal',
      priority: 100,
    });
    const id = await scene.draw(secret, 'a dog');
    const upstream = scene.drawings.ids().at(-1);
    await scene.pass(31_000);
    const change = { taskId: id, action: 'UPSCALE', index: 2 };
    expect((await scene.call(secret, '/mj/submit/change', change)).body.code).toBe(1);
    expect(JSON.parse(scene.drawings.calls.at(-1)?.text ?? '')).toMatchObject({ taskId: upstream });
    const short = await scene.call(secret, '/mj/submit/simple-change', { content: `${id} U1` });
    expect(short.body.code).toBe(1);
    expect(JSON.parse(scene.drawings.calls.at(-1)?.text ?? '')).toEqual({
      content: `${upstream} U1`,
    });
    const inpaint = { taskId: id, customId: 'MJ::Inpaint::1::u' };
    const modal = await scene.call(secret, '/mj/submit/action', inpaint);
    expect(modal.body.code).toBe(21);
    await scene.pass(4_000);
    const waits = await scene.call(secret, `/mj/task/${String(modal.body.result)}/fetch`);
    expect(waits.body.status).toBe('MODAL');
    const confirm = { taskId: modal.body.result, prompt: 'a red dog' };
    expect((await scene.call(secret, '/mj/submit/modal', confirm)).body.code).toBe(1);
    const song = await scene.sing(secret, 'first part');
    await scene.pass(4_000);
    await scene.pass(70_000);
    const { body } = await scene.call(secret, `/suno/fetch/${song}`);
    const [clip] = (body.data as { data: { id: string }[] }).data;
    const more = { continue_clip_id: clip?.id, continue_at: 10, task_id: song };
    expect((await scene.call(secret, '/suno/submit/music', more)).status).toBe(200);
    const stranger = (await scene.person()).secret;
    const own = await scene.sing(stranger, String(clip?.id));
    await scene.pass(4_000);
    await scene.pass(70_000);
    const stolen = await scene.call(stranger, '/suno/submit/music', { ...more, task_id: own });
    expect(stolen.status).toBe(404);
    await scene.gateway.root.call('DELETE', `/api/channel/${other.id}/`);
  });

  test('a 720p video has its own price, also when repeated, and is never made at the price of 480p', async () => {
    const models = 'mj_video,mj_video_720,mj_reroll';
    const videos = await scene.gateway.channel({
      type: 5,
      name: 'videos',
      key: 'mj-secret-canary',
      base_url: scene.drawings.url,
      models,
    });
    const { client, secret } = await scene.person();
    const submit = (path: string, body: object) => scene.call(secret, `/mj/submit/${path}`, body);
    const used = async () => (await scene.account(client)).used;
    const still = { prompt: 'a cat', image: 'eA==' };
    const expensive = await submit('video', { ...still, videoType: 'vid_1.1_i2v_720' });
    expect([expensive.body.code, await used()]).toEqual([1, 1_280_000]);
    await scene.pass(31_000);
    const again = { taskId: expensive.body.result, action: 'REROLL' };
    expect([(await submit('change', again)).body.code, await used()]).toEqual([1, 2_560_000]);
    const cheap = await submit('video', { ...still, videoType: 'vid_1.1_i2v_480' });
    expect([cheap.body.code, await used()]).toEqual([1, 2_960_000]);
    const unknown = await submit('video', { ...still, videoType: 'vid_1.1_i2v_1080' });
    expect([unknown.status, unknown.body.code, await used()]).toEqual([400, 4, 2_960_000]);
    await scene.gateway.root.call('DELETE', `/api/channel/${videos.id}/`);
  });

  test('no user can read, continue or see the image of another user’s task by guessing', async () => {
    const [mine, theirs] = [await scene.person(), await scene.person()];
    const id = await scene.draw(mine.secret, 'private');
    const upstream = scene.drawings.ids().at(-1) ?? '';
    for (const name of [id, upstream])
      expect((await scene.call(theirs.secret, `/mj/task/${name}/fetch`)).status, name).toBe(404);
    const list = await scene.call(theirs.secret, '/mj/task/list-by-condition', { ids: [id] });
    expect(list.body).toEqual([]);
    const change = { taskId: id, action: 'REROLL' };
    expect((await scene.call(theirs.secret, '/mj/submit/change', change)).body).toMatchObject({
      code: 3,
      result: '',
    });
    expect((await fetch(`${scene.gateway.url}/mj/image/${upstream}`)).status).toBe(404);
  });

  test("refusals have the service's format, cost nothing and leave no task", async () => {
    const { client, secret } = await scene.person();
    const draw = (prompt: string) => scene.call(secret, '/mj/submit/imagine', { prompt });
    const told = async (prompt: string) => {
      const { status, body } = await draw(prompt);
      return [status, body.code];
    };
    expect(await told('banned')).toEqual([400, 24]);
    expect((await draw('banned')).body.properties).toMatchObject({ bannedWord: 'banned' });
    expect(await told('invalid')).toEqual([400, 4]);
    expect(await told('full')).toEqual([429, 23]);
    expect(await told('saturated')).toEqual([429, 30]);
    expect(await told('broken')).toEqual([500, 9]);
    const song = await scene.call(secret, '/suno/submit/music', { prompt: 'refuse' });
    expect([song.status, song.body]).toEqual([
      400,
      { code: 'invalid_request', message: 'the prompt is refused', data: null },
    ]);
    const lyrics = await scene.call(secret, '/suno/submit/lyrics', {});
    expect([lyrics.status, lyrics.body.code]).toEqual([400, 'task_invalid']);
    expect(await scene.account(client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
    const { body } = await client.call('GET', '/api/mj/self/');
    expect(body.data.total).toBe(0);
    scene.gateway.app.domain.channelHealth.reset(scene.imageChannel.id);
  });

  test('keys are accepted in every header that Midjourney clients use', async () => {
    const { secret } = await scene.person();
    const headers: Record<string, string>[] = [
      { 'mj-api-secret': secret },
      { 'mj-api-secret': `Bearer ${secret}` },
      { 'mj-api-secret': secret, authorization: 'Bearer midjourney-proxy' },
      { authorization: secret.replace('sk-', '') },
      { 'x-api-key': secret },
    ];
    for (const each of headers) {
      const { status } = await scene.call('', '/mj/task/list-by-condition', { ids: [] }, each);
      expect(status, JSON.stringify(each)).toBe(200);
    }
    const none = await scene.call('', '/mj/task/list-by-condition', { ids: [] });
    expect([none.status, none.body.code]).toEqual([401, 4]);
    const song = await scene.call('', '/suno/fetch', { ids: [] });
    expect([song.status, song.body.code]).toEqual([401, 'invalid_api_key']);
  });

  test('a call without enough quota is refused before any service is called', async () => {
    const client = await scene.gateway.user({ quota: DRAWING_PRICE - 1 });
    const { secret } = await scene.gateway.token(client);
    const before = scene.drawings.calls.length;
    const { status } = await scene.call(secret, '/mj/submit/imagine', { prompt: 'a cat' });
    expect(status).toBe(402);
    expect(
      scene.drawings.calls.slice(before).filter(({ path }) => path.includes('submit')),
    ).toEqual([]);
  });

  test('another channel is tried only if the first one certainly did not accept the task', async () => {
    await scene.gateway.setOption('RetryTimes', '2');
    const dead = await scene.gateway.channel({
      type: 2,
      name: 'dead',
      key: 'mj-secret-canary',
      base_url: 'http://127.0.0.1:9',
      models: 'mj_imagine',
      priority: 50,
    });
    const { client, secret } = await scene.person();
    await scene.draw(secret, 'over the second');
    expect(await scene.account(client)).toMatchObject({ used: DRAWING_PRICE });
    await scene.gateway.root.call('DELETE', `/api/channel/${dead.id}/`);
    const before = scene.drawings.calls.length;
    const second = await scene.gateway.channel({
      type: 2,
      name: 'second',
      key: 'mj-secret-canary',
      base_url: scene.drawings.url,
      models: 'mj_imagine',
    });
    const submits = () =>
      scene.drawings.calls.slice(before).filter(({ path }) => path.includes('submit')).length;
    // It is unknown whether a server that fails has accepted the task.
    await scene.call(secret, '/mj/submit/imagine', { prompt: 'broken' });
    expect(submits()).toBe(1);
    await scene.call(secret, '/mj/submit/imagine', { prompt: 'full' });
    expect(submits()).toBe(3);
    await scene.gateway.root.call('DELETE', `/api/channel/${second.id}/`);
    await scene.gateway.setOption('RetryTimes', '0');
    scene.gateway.app.domain.channelHealth.reset(scene.imageChannel.id);
  });
});
