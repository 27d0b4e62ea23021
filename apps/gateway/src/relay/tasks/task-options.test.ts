import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DRAWING_PRICE, startTaskScene, type TaskScene } from '../../../test-support/task-scene.ts';

let scene: TaskScene;
let secret: string;
beforeAll(async () => {
  scene = await startTaskScene('sqlite');
  await scene.gateway.setOption('ServerAddress', scene.gateway.url);
  ({ secret } = await scene.person());
});
afterAll(() => scene.close());

const imagine = (body: Record<string, unknown>, path = '/mj/submit/imagine') =>
  scene.call(secret, path, { prompt: 'a cat', ...body });
/** The body of the last submit that the service received. */
const sent = () =>
  JSON.parse(
    scene.drawings.calls.findLast(({ path }) => path.includes('/submit/'))?.text ?? '',
  ) as Record<string, unknown>;
const upstreamAddress = () => new URL(scene.drawings.url).host;

test('with MjForwardUrlEnabled images are served by us, and nothing reveals where they are stored', async () => {
  await scene.gateway.setOption('MjForwardUrlEnabled', 'true');
  const id = await scene.draw(secret, 'a hidden cat');
  await scene.pass(31_000);
  const { body } = await scene.call(secret, `/mj/task/${id}/fetch`);
  expect(body.imageUrl).toBe(`${scene.gateway.url}/mj/image/${id}`);
  expect(JSON.stringify(body)).not.toContain(upstreamAddress());
  const image = await fetch(String(body.imageUrl));
  expect(image.status).toBe(200);
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(image.headers.get('x-content-type-options')).toBe('nosniff');
  expect(image.headers.get('content-security-policy')).toContain('sandbox');
  expect(
    Buffer.from(await image.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await scene.gateway.setOption('MjForwardUrlEnabled', 'false');
  const elsewhere = await fetch(`${scene.gateway.url}/mj/image/${id}`, { redirect: 'manual' });
  expect(elsewhere.status).toBe(302);
  expect(elsewhere.headers.get('location')).toContain(upstreamAddress());
});

test('an image whose URL contains the channel’s key is served by us, and the key is shown nowhere', async () => {
  scene.drawings.appendToImages('?key=mj-secret-canary');
  const id = await scene.draw(secret, 'a cat behind a key');
  await scene.pass(31_000);
  scene.drawings.appendToImages('');
  const { body } = await scene.call(secret, `/mj/task/${id}/fetch`);
  expect(body).toMatchObject({
    status: 'SUCCESS',
    imageUrl: `${scene.gateway.url}/mj/image/${id}`,
  });
  expect(JSON.stringify(body)).not.toContain('canary');
  const image = await fetch(String(body.imageUrl), { redirect: 'manual' });
  expect(image.status).toBe(200);
  expect(scene.drawings.calls.at(-1)?.path).toContain('/images/');
});

test('only images are forwarded, whatever URL an upstream gives for its image', async () => {
  await scene.gateway.setOption('MjForwardUrlEnabled', 'true');
  const id = await scene.draw(secret, 'a page');
  await scene.pass(31_000);
  const page = `${scene.gateway.url}/api/status`;
  const { db } = scene.gateway.app.domain.store;
  for (const imageUrl of [page, 'file:///etc/passwd', 'javascript:alert(1)']) {
    await db
      .updateTable('tasks')
      .set({ data: JSON.stringify({ imageUrl }) })
      .where('task_id', '=', id)
      .execute();
    const { status } = await fetch(`${scene.gateway.url}/mj/image/${id}`);
    expect(status, imageUrl).toBe(imageUrl === page ? 502 : 404);
  }
  await scene.gateway.setOption('MjForwardUrlEnabled', 'false');
});

test('without MjNotifyEnabled no webhook URL is sent, and the caller’s own is withheld', async () => {
  await imagine({ notifyHook: 'https://owner.example/hook' });
  expect(sent()).toEqual({ prompt: 'a cat' });
});

test('with MjNotifyEnabled the service gets an unguessable URL, and a webhook there only triggers a query', async () => {
  await scene.gateway.setOption('MjNotifyEnabled', 'true');
  const callbacks: Record<string, unknown>[] = [];
  const owner = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    callbacks.push(JSON.parse(text) as Record<string, unknown>);
    response.end();
  });
  await new Promise<void>((resolve) => owner.listen(0, '127.0.0.1', resolve));
  const hook = `http://127.0.0.1:${(owner.address() as AddressInfo).port}/hook`;
  const received = new Promise<void>((resolve) => owner.on('request', () => resolve()));

  const { body } = await imagine({ notifyHook: hook });
  const id = String(body.result);
  const address = String(sent().notifyHook);
  expect(address).toMatch(new RegExp(`^${scene.gateway.url}/mj/notify/${id}/[0-9a-f]{40}$`));
  const post = (url: string) =>
    fetch(url, { method: 'POST', body: JSON.stringify({ id, status: 'SUCCESS', imageUrl: 'x' }) });
  for (const forged of [
    `/mj/notify/${id}`,
    `/mj/notify/${id}/`,
    `/mj/notify/${id}/${'0'.repeat(40)}`,
  ])
    expect((await post(scene.gateway.url + forged)).status, forged).toBe(404);

  await scene.pass(20_000);
  const before = (await scene.task(id)).next_check_at ?? 0;
  expect((await post(address)).status).toBe(200);
  const after = await scene.task(id);
  expect(after.status).not.toBe('SUCCESS');
  expect(after.next_check_at).toBeLessThanOrEqual(before);
  await scene.pass(11_000);
  await received;
  expect(callbacks[0]).toMatchObject({ id, action: 'IMAGINE' });
  await scene.gateway.setOption('MjNotifyEnabled', 'false');
  owner.closeAllConnections();
  await new Promise((resolve) => owner.close(resolve));
});

test("callers choose the service's accounts only with MjAccountFilterEnabled, and modes by path or key", async () => {
  const filter = { instanceId: 'a', modes: ['TURBO'] };
  await imagine({ accountFilter: filter });
  expect(sent().accountFilter).toBeUndefined();
  await imagine({ accountFilter: filter }, '/mj-relax/mj/submit/imagine');
  expect(sent().accountFilter).toEqual({ modes: ['RELAX'] });
  await imagine({}, '/fast/mj/submit/imagine');
  expect(sent().accountFilter).toEqual({ modes: ['FAST'] });
  await scene.gateway.setOption('MjAccountFilterEnabled', 'true');
  await imagine({ accountFilter: filter });
  expect(sent().accountFilter).toEqual(filter);
  await imagine({ accountFilter: filter }, '/mj-fast/mj/submit/imagine');
  expect(sent().accountFilter).toEqual({ instanceId: 'a', modes: ['FAST'] });
  await scene.gateway.setOption('MjAccountFilterEnabled', 'false');
  const turbo = await scene.person({ mj_mode: 'turbo' });
  await scene.draw(turbo.secret, 'a cat');
  expect(sent().accountFilter).toEqual({ modes: ['TURBO'] });
});

test("turbo that a caller's own account filter selects costs twice the time, however it is spelled", async () => {
  await scene.gateway.setOption('MjAccountFilterEnabled', 'true');
  const { client, secret: key } = await scene.person();
  const spent = async (accountFilter: unknown, path = '/mj/submit/imagine') => {
    const before = await scene.account(client);
    await scene.call(key, path, { prompt: 'a cat', accountFilter });
    return before.quota - (await scene.account(client)).quota;
  };
  expect(await spent({ instanceId: 'a' })).toBe(DRAWING_PRICE);
  expect(await spent({ modes: ['TURBO'] })).toBe(2 * DRAWING_PRICE);
  expect(await spent({ Modes: 'turbo' })).toBe(2 * DRAWING_PRICE);
  const both = { modes: [], Modes: ['TURBO'] };
  expect(await spent(both, '/mj-relax/mj/submit/imagine')).toBe(2 * DRAWING_PRICE);
  await scene.gateway.setOption('MjAccountFilterEnabled', 'false');
});

test('the longer work of a prompt is paid by everything that repeats it, through any chain', async () => {
  const { client, secret: key } = await scene.person({});
  const submit = async (path: string, body: Record<string, unknown>) => {
    const before = await scene.account(client);
    const { body: reply } = await scene.call(key, path, body);
    const spent = before.quota - (await scene.account(client)).quota;
    return { id: String(reply.result), spent };
  };
  const first = await submit('/mj/submit/imagine', { prompt: 'a cat --q 4' });
  const again = (taskId: string, action: string, index = 1) =>
    submit('/mj/submit/change', { taskId, action, index });
  const upscaled = await again(first.id, 'UPSCALE');
  const varied = await again(upscaled.id, 'VARIATION');
  const repeated = await again(varied.id, 'VARIATION', 2);
  expect([first, varied, repeated].map(({ spent }) => spent / DRAWING_PRICE)).toEqual([4, 4, 4]);
  expect(upscaled.spent).toBeLessThan(first.spent);
  const { body } = await scene.call(key, `/mj/task/${repeated.id}/fetch`);
  expect(Object.keys(body)).not.toContain('costFactor');
});

test('MjModeClearEnabled removes mode flags from prompts', async () => {
  await imagine({ prompt: 'a cat --fast --ar 1:1 --turbo' });
  expect(sent().prompt).toBe('a cat --fast --ar 1:1 --turbo');
  await scene.gateway.setOption('MjModeClearEnabled', 'true');
  await imagine({ prompt: 'a cat --fast --ar 1:1 --turbo' });
  expect(sent().prompt).toBe('a cat --ar 1:1');
  // A pattern that is tried at each blank would take minutes.
  const blanks = ' '.repeat(500_000);
  await imagine({ prompt: `a${blanks}cat --fast` });
  expect(sent().prompt).toBe(`a${blanks}cat`);
  await scene.gateway.setOption('MjModeClearEnabled', 'false');
});

test('a job stays one job: the number of its videos is sent, a repeat flag is not', async () => {
  await imagine({ batchSize: 4 });
  expect(sent()).toMatchObject({ prompt: 'a cat', batchSize: 4 });
  await imagine({ prompt: 'a cat --repeat 40 --ar 1:1 --R 4' });
  expect(sent()['prompt']).toBe('a cat --ar 1:1');
});

test.each([
  ['a long dash, which telephones make of two', 'a cat —repeat 40 –r 4', 'a cat'],
  ['another order inside, which leaves one when it is taken out', 'a --r--r 4 40', 'a --r, 40'],
  ['an order between its dashes', 'a cat ---r 4-repeat 40', 'a cat - -repeat 40'],
  ['variants in braces', 'a {red, blue} cat', 'a {red\\, blue} cat'],
])('a repeat flag is not sent with %s', async (_, prompt, left) => {
  await imagine({ prompt });
  expect(sent()['prompt']).toBe(left);
});

test('MjModeClearEnabled leaves no mode flag, however it is written', async () => {
  await scene.gateway.setOption('MjModeClearEnabled', 'true');
  await imagine({ prompt: 'a cat —turbo ---fast-turbo' });
  expect(sent()['prompt']).toBe('a cat - -turbo');
  await scene.gateway.setOption('MjModeClearEnabled', 'false');
});

test('with MjActionCheckSuccessEnabled only finished tasks can be continued', async () => {
  await scene.gateway.setOption('MjActionCheckSuccessEnabled', 'true');
  const id = await scene.draw(secret, 'a cat');
  const upscale = () =>
    scene.call(secret, '/mj/submit/change', { taskId: id, action: 'UPSCALE', index: 1 });
  expect((await upscale()).status).toBe(400);
  await scene.pass(31_000);
  expect((await upscale()).body.code).toBe(1);
  await scene.gateway.setOption('MjActionCheckSuccessEnabled', 'false');
});

test('actions disabled by the administrator are refused', async () => {
  await scene.gateway.setOption('DrawingEnabled', 'false');
  await scene.gateway.setOption('TaskEnabled', 'false');
  expect((await imagine({})).status).toBe(403);
  expect((await scene.call(secret, '/suno/submit/lyrics', { prompt: 'x' })).status).toBe(403);
  await scene.gateway.setOption('DrawingEnabled', 'true');
  await scene.gateway.setOption('TaskEnabled', 'true');
});

test('testing a channel submits no task, and reports a rejected key', async () => {
  const { root } = scene.gateway;
  const passes = async (id: number) =>
    (await root.call('GET', `/api/channel/test/${id}`)).body.success;
  expect(await passes(scene.imageChannel.id)).toBe(true);
  expect(await passes(scene.musicChannel.id)).toBe(true);
  const refused = await scene.gateway.channel({
    type: 5,
    name: 'refused',
    key: 'wrong',
    base_url: scene.drawings.url,
    models: 'mj_imagine',
    status: 2,
  });
  expect(await passes(refused.id)).toBe(false);
  await root.call('DELETE', `/api/channel/${refused.id}/`);
});

test('invalid bodies are refused naming the field, before anything is paid or sent', async () => {
  const before = scene.drawings.calls.length;
  const bad: [string, unknown][] = [
    ['/mj/submit/imagine', {}],
    ['/mj/submit/imagine', { prompt: 7, notifyHook: 'ftp://x' }],
    ['/mj/submit/change', { taskId: '1', action: 'UPSCALE', index: 5 }],
    ['/mj/submit/video', { prompt: 'a cat', batchSize: 8 }],
    ['/mj/submit/video', { prompt: 'a cat', batch_size: 4 }],
    ['/mj/submit/simple-change', { content: 'U1' }],
    ['/mj/submit/action', { taskId: '1', customId: 'MJ::BOOKMARK::x' }],
    ['/mj/task/list-by-condition', { ids: 'all' }],
    ['/suno/submit/music', { continue_clip_id: 'c' }],
    // Services that ignore case would read what nobody checked: whose song, which account, whose address.
    ['/suno/submit/music', { prompt: 'x', Continue_Clip_Id: 'c' }],
    ['/suno/submit/music', { prompt: 'x', Notify_Hook: 'http://x' }],
    ['/mj/submit/imagine', { prompt: 'a cat', AccountFilter: { modes: ['TURBO'] } }],
    ['/mj/submit/imagine', { prompt: 'a cat', account_filter: { modes: ['TURBO'] } }],
    ['/mj/submit/imagine', { prompt: 'a cat', NotifyHook: 'http://x' }],
    ['/mj/submit/imagine', { prompt: 'a cat', notify_hook: 'http://x' }],
    ['/mj/submit/change', { taskId: '1', action: 'UPSCALE', Index: 1 }],
    ['/mj/submit/imagine', [1]],
  ];
  for (const [path, body] of bad)
    expect((await scene.call(secret, path, body)).status, JSON.stringify(body)).toBe(400);
  expect((await scene.call(secret, '/mj/submit/unknown', {})).status).toBe(404);
  expect((await scene.call(secret, '/mj/submit/imagine')).status).toBe(405);
  expect(scene.drawings.calls.slice(before).filter(({ path }) => path.includes('submit'))).toEqual(
    [],
  );
});

test('images that nobody reads hold no more memory than bodies may', async () => {
  const mega = 1024 * 1024;
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(16 * mega));
  }).listen(0, '127.0.0.1');
  const small = await startTaskScene('sqlite', { ALLOW_PRIVATE_MEDIA: 'on', BODIES_MAX_MB: '40' });
  const { gateway } = small;
  await gateway.setOption('ServerAddress', gateway.url);
  await gateway.setOption('MjForwardUrlEnabled', 'true');
  const id = await small.draw((await small.person()).secret, 'a large cat');
  await small.pass(31_000);
  const imageUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  const { db } = gateway.app.domain.store;
  await db
    .updateTable('tasks')
    .set({ data: JSON.stringify({ imageUrl }) })
    .where('task_id', '=', id)
    .execute();
  const open = () => fetch(`${gateway.url}/mj/image/${id}`);
  const read = async (image: Response) => (await image.arrayBuffer()).byteLength;
  const unread = await open();
  expect((await open()).status).toBe(503);
  expect(await read(unread)).toBe(16 * mega);
  await expect.poll(async () => read(await open())).toBe(16 * mega);
  await small.close();
  host.close();
});

test('images at private addresses are never fetched', async () => {
  const guarded = await startTaskScene('sqlite', {});
  await guarded.gateway.setOption('ServerAddress', 'https://gate.example.com');
  await guarded.gateway.setOption('MjForwardUrlEnabled', 'true');
  const person = await guarded.person();
  const id = await guarded.draw(person.secret, 'a cat');
  await guarded.pass(31_000);
  const { status } = await fetch(`${guarded.gateway.url}/mj/image/${id}`);
  expect(status).toBe(502);
  expect(guarded.drawings.calls.filter(({ path }) => path.startsWith('/images'))).toEqual([]);
  await guarded.close();
});
