import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { insertSampleTask } from '../../test-support/insert-sample-task.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

interface Listed {
  items: Record<string, unknown>[];
  page: number;
  page_size: number;
  total: number;
  total_is_exact: boolean;
  totals: unknown;
}

const NOON = Date.UTC(2026, 0, 1, 12);

describe.each(databaseKinds)('lists of tasks on %s', (kind) => {
  let gateway: TestGateway;
  let admin: Client;
  let person: Client;
  let other: Client;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    [admin, person, other] = [
      await gateway.user({ role: 10 }),
      await gateway.user(),
      await gateway.user(),
    ];
    const insert = async (name: string, client: Client, fields: object) => {
      ids[name] = await insertSampleTask(gateway, client, fields);
    };
    await insert('noon', person, {
      submit_time: NOON,
      data: JSON.stringify({
        prompt: 'a cat',
        promptEn: 'cat',
        description: '/imagine a cat',
        imageUrl: 'https://cdn.example/cat.png',
      }),
    });
    await insert('later', person, {
      submit_time: NOON + 3_600_000,
      channel_id: 8,
      username: 'pia',
    });
    await insert('foreign', other, { submit_time: NOON + 7_200_000 });
    await insert('song', person, {
      platform: 'suno',
      submit_time: NOON,
      start_time: NOON + 1999,
      finish_time: NOON + 60_000,
      data: JSON.stringify({ data: [{ id: 'clip' }] }),
    });
    await insert('foreign song', other, {
      platform: 'suno',
      submit_time: NOON + 1,
      charge: 'refunded',
      status: 'FAILURE',
      fail_reason: 'no voice',
    });
  });
  afterAll(() => gateway.close());

  const list = async (client: Client, path: string) =>
    (await client.call('GET', path)).body.data as unknown as Listed;
  const namesIn = async (client: Client, path: string) =>
    (await list(client, path)).items.map(({ mj_id: drawing, task_id: song }) =>
      Object.keys(ids).find((name) => ids[name] === (drawing ?? song)),
    );

  test('administrators see the tasks of all users, newest first, and owners only their own', async () => {
    expect(await namesIn(admin, '/api/mj/')).toEqual(['foreign', 'later', 'noon']);
    expect(await namesIn(person, '/api/mj/self/')).toEqual(['later', 'noon']);
    expect(await namesIn(admin, '/api/task/')).toEqual(['foreign song', 'song']);
    expect(await namesIn(other, '/api/task/self')).toEqual(['foreign song']);
    for (const path of ['/api/mj/', '/api/task/'])
      expect((await person.call('GET', path)).status, path).toBe(403);
    for (const path of ['/api/mj/self/', '/api/task/self'])
      expect((await gateway.visitor.call('GET', path)).status, path).toBe(401);
  });

  test("a task is found by its id, but another user's is not", async () => {
    expect(await namesIn(admin, `/api/mj/?mj_id=${ids.noon}`)).toEqual(['noon']);
    expect(await namesIn(person, `/api/mj/self/?mj_id=${ids.foreign}`)).toEqual([]);
    expect(await namesIn(person, `/api/task/self?task_id=${ids.song}`)).toEqual(['song']);
    expect(await namesIn(person, `/api/task/self?task_id=${ids.noon}`)).toEqual([]);
  });

  test('the window may be in seconds or in milliseconds, both inclusive', async () => {
    const at = NOON / 1000;
    const windows = [
      `start_timestamp=${at}&end_timestamp=${at + 3600}`,
      `start_timestamp=${NOON}&end_timestamp=${NOON + 3_600_000}`,
    ];
    for (const window of windows)
      expect(await namesIn(admin, `/api/mj/?${window}`), window).toEqual(['later', 'noon']);
    expect(await namesIn(person, `/api/mj/self/?end_timestamp=${at}`)).toEqual(['noon']);
    expect(await namesIn(admin, `/api/task/?start_timestamp=${at + 1}`)).toEqual([]);
  });

  test('administrators can filter by channel, which is hidden from owners', async () => {
    expect(await namesIn(admin, '/api/mj/?channel_id=8')).toEqual(['later']);
    expect(await namesIn(person, '/api/mj/self/?channel_id=8')).toEqual(['later', 'noon']);
    const channels = async (client: Client, path: string) =>
      (await list(client, path)).items.map(({ channel_id: id }) => id);
    expect(await channels(admin, '/api/mj/')).toEqual([7, 8, 7]);
    expect(await channels(person, '/api/mj/self/')).toEqual([0, 0]);
    expect(await channels(person, '/api/task/self')).toEqual([0]);
  });

  test('administrators see the owner and the channel of a task by name, owners neither', async () => {
    const { id } = await gateway.channel({ name: 'painter' });
    const mj_id = await insertSampleTask(gateway, person, { channel_id: id, username: 'pia' });
    const task_id = await insertSampleTask(gateway, person, {
      channel_id: id,
      username: 'pia',
      platform: 'suno',
    });
    const lists = [
      `/api/mj/|/api/mj/self/|mj_id=${mj_id}`,
      `/api/task/|/api/task/self|task_id=${task_id}`,
    ];
    for (const row of lists) {
      const [all = '', own = '', query = ''] = row.split('|');
      const [seen] = (await list(admin, `${all}?${query}`)).items;
      expect(seen).toMatchObject({ username: 'pia', channel_id: id, channel_name: 'painter' });
      const [hidden] = (await list(person, `${own}?${query}`)).items;
      expect(hidden).toMatchObject({ username: '', channel_id: 0, channel_name: '' });
    }
    await gateway.app.domain.store.db
      .deleteFrom('tasks')
      .where('task_id', 'in', [mj_id, task_id])
      .execute();
  });

  test('status, type and user narrow a list; its totals follow the filter, with refunds separate', async () => {
    expect(await namesIn(admin, '/api/task/?status=FAILURE')).toEqual(['foreign song']);
    expect(await namesIn(admin, '/api/mj/?status=FAILURE')).toEqual([]);
    expect(await namesIn(admin, '/api/mj/?action=IMAGINE')).toHaveLength(3);
    expect(await namesIn(admin, '/api/mj/?action=BLEND')).toEqual([]);
    expect(await namesIn(admin, '/api/mj/?username=pia')).toEqual(['later']);
    expect(await namesIn(other, '/api/mj/self/?username=pia')).toEqual(['foreign']);
    const totalsOf = async (client: Client, path: string) => (await list(client, path)).totals;
    expect(await totalsOf(admin, '/api/task/')).toEqual({
      quota: 100_000,
      refunded: 50_000,
      failed: 1,
    });
    expect(await totalsOf(admin, '/api/task/?status=SUCCESS&page_size=1')).toEqual({
      quota: 50_000,
      refunded: 0,
      failed: 0,
    });
    expect(await totalsOf(person, '/api/mj/self/')).toEqual({
      quota: 100_000,
      refunded: 0,
      failed: 0,
    });
    expect(await totalsOf(person, '/api/mj/self/?status=MODAL')).toEqual({
      quota: 0,
      refunded: 0,
      failed: 0,
    });
  });

  test('pages have their number, their size and the total; nonsense means the first page', async () => {
    const second = await list(admin, '/api/mj/?p=2&page_size=2');
    expect(second).toMatchObject({ page: 2, page_size: 2, total: 3, total_is_exact: true });
    expect(second.items).toHaveLength(1);
    expect(await list(admin, '/api/mj/?p=0&channel_id=x&start_timestamp=y')).toMatchObject({
      page: 1,
      page_size: 10,
      total: 3,
    });
  });

  test('times of drawings are in milliseconds, those of music in seconds', async () => {
    const [drawing] = (await list(person, `/api/mj/self/?mj_id=${ids.noon}`)).items;
    expect(drawing).toMatchObject({
      submit_time: NOON,
      action: 'IMAGINE',
      code: 1,
      status: 'SUCCESS',
      progress: '100%',
      prompt: 'a cat',
      image_url: 'https://cdn.example/cat.png',
      quota: 50_000,
      refunded: false,
    });
    expect(drawing?.finish).toBeGreaterThan(NOON);
    const [song] = (await list(person, '/api/task/self')).items;
    expect(song).toMatchObject({
      submit_time: NOON / 1000,
      start_time: NOON / 1000 + 1,
      finish_time: NOON / 1000 + 60,
      platform: 'suno',
      data: [{ id: 'clip' }],
    });
    const [failed] = (await list(other, '/api/task/self')).items;
    expect(failed).toMatchObject({ refunded: true, fail_reason: 'no voice', data: null });
  });

  test('with MjForwardUrlEnabled images have an address of this server, and those without any still have none', async () => {
    await gateway.setOption('ServerAddress', 'https://gate.example');
    await gateway.setOption('MjForwardUrlEnabled', 'true');
    const urls = (await list(person, '/api/mj/self/')).items.map(({ image_url: url }) => url);
    expect(urls).toEqual(['', `https://gate.example/mj/image/${ids.noon}`]);
    await gateway.setOption('MjForwardUrlEnabled', 'false');
  });
});
