import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDisconnectingClient } from '../../../test-support/disconnecting-client.ts';
import {
  MODEL,
  type RelayScene,
  startRelayScene,
  simulatorScript,
} from '../../../test-support/relay-scene.ts';
import { registry } from '../../platform/metrics.ts';

interface Body {
  text: string;
  cut: boolean;
  bytes: number;
  left_out: number;
  hidden: number;
  type: string;
}
interface Read {
  request: Body | null;
  response: (Body & { status: number; ended: boolean }) | null;
  faults: { channel: number; status: number; said: string }[];
  headers: Record<string, string>;
  replayable: boolean;
}

const OTHER_MODEL = 'gpt-4o';
const MODELS = [MODEL, OTHER_MODEL, 'text-embedding-3-small', 'tts-1'];

describe('payload logging', () => {
  let scene: RelayScene;
  let keyId = 0;
  let channel = 0;
  beforeAll(async () => {
    scene = await startRelayScene();
    ({ id: channel } = await scene.channel('upstream', { models: MODELS.join(',') }));
    const { body } = await scene.owner.call('GET', '/api/token/');
    keyId = (body.data.items as { id: number }[])[0]?.id ?? 0;
  });
  afterEach(async () => {
    scene.faults.clear();
    await watch(false);
    await scene.gateway.setOptions({ PayloadLogModels: '', PayloadKilobytesMax: '256' });
  });
  afterAll(() => scene.close());

  const domain = () => scene.gateway.app.domain;
  const watch = (on: boolean, id = keyId) =>
    scene.gateway.root.call('PUT', `/api/token/${id}/payload_log`, { on });
  const countRows = async () => {
    await domain().payloads.flush();
    return (await domain().store.db.selectFrom('payloads').select('call_id').execute()).length;
  };
  const lastId = async () => {
    const [row] = await scene.logs();
    return (row?.other.admin_info as { payload?: string } | undefined)?.payload;
  };
  const read = async (id: string | undefined) => {
    const { body } = await scene.gateway.root.call('GET', `/api/payload/${id}`);
    expect(body.message).toBe('');
    return body.data as unknown as Read;
  };
  const readLast = async () => read(await lastId());
  const post = async (
    path: string,
    body: object | string,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(scene.gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.secret}`,
        'x-api-key': scene.secret,
        'x-goog-api-key': scene.secret,
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const outcomes = async () => {
    const { values } = (await registry.getSingleMetric('tollgate_payloads_total')?.get()) ?? {
      values: [],
    };
    return Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value])) as {
      [outcome: string]: number | undefined;
    };
  };
  const bufferedBytes = async () =>
    (await registry.getSingleMetric('tollgate_bodies_held_bytes')?.get())?.values[0]?.value;

  test('nothing is stored of calls that are not selected', async () => {
    await scene.chat();
    expect(await countRows()).toBe(0);
    expect(await lastId()).toBeUndefined();
  });

  test('exactly the calls of a selected key or model are stored', async () => {
    const second = await scene.gateway.token(scene.owner, { name: 'second' });
    const cases = fc.record({
      first: fc.boolean(),
      other: fc.boolean(),
      usesOther: fc.boolean(),
      model: fc.constantFrom(MODEL, OTHER_MODEL),
      rule: fc.constantFrom('', MODEL, OTHER_MODEL, 'gpt-4o*', 'gpt-4o-*', 'claude-*', 'GPT-4O'),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ first, other, usesOther, model, rule }) => {
        await watch(first);
        await watch(other, second.id);
        await scene.gateway.setOption('PayloadLogModels', rule);
        const before = await countRows();
        const secret = usesOther ? second.secret : scene.secret;
        await scene.chat({ model }, { authorization: `Bearer ${secret}` });
        const matches =
          rule === 'gpt-4o*' ||
          rule.toLowerCase() === model ||
          (rule === 'gpt-4o-*' && model === MODEL);
        const isChosen = matches || (usesOther ? other : first);
        expect((await countRows()) - before).toBe(isChosen ? 1 : 0);
        expect((await lastId()) !== undefined).toBe(isChosen);
      }),
      { numRuns: 15 },
    );
    await watch(false, second.id);
  });

  test('a stored call reads as it was sent and delivered, and the database contains none of it in plain text', async () => {
    await watch(true);
    const { text } = await scene.chat({
      messages: [{ role: 'user', content: 'canary-in-a-mine' }],
    });
    const { request, response, headers, faults, replayable } = await readLast();
    expect(JSON.parse(request?.text ?? '')).toEqual({
      model: MODEL,
      messages: [{ role: 'user', content: 'canary-in-a-mine' }],
    });
    expect(response).toMatchObject({ text, status: 200, ended: true, cut: false });
    expect({ faults, replayable }).toEqual({ faults: [], replayable: true });
    expect(Object.keys(headers)).not.toContain('authorization');
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(domain().store.db);
    const file = readFileSync(join(scene.gateway.database.dataDir, 'tollgate.db'));
    expect(file.includes('payload_log')).toBe(true);
    expect(file.includes('canary-in-a-mine')).toBe(false);
  });

  test.each([
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }], stream: true }],
    ['/v1/responses', { input: 'hi' }],
    ['/v1/responses', { input: 'hi', stream: true }],
    ['/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }],
    ['/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], stream: true }],
    [`/v1beta/models/${MODEL}:generateContent`, { contents: [{ parts: [{ text: 'hi' }] }] }],
    [`/v1beta/models/${MODEL}:streamGenerateContent`, { contents: [{ parts: [{ text: 'hi' }] }] }],
    ['/v1/completions', { prompt: 'hi' }],
    ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'hi' }],
  ])('%s %j is stored as its caller received it', async (path, body) => {
    await watch(true);
    const sent = path.startsWith('/v1beta') ? body : { model: MODEL, ...body };
    const { status, text } = await post(path, sent);
    expect(status).toBe(200);
    const stored = await readLast();
    expect(JSON.parse(stored.request?.text ?? '')).toEqual(sent);
    expect(stored.response).toMatchObject({ text, status, ended: true });
  });

  test('only the size of audio and of forms with files is stored', async () => {
    await watch(true);
    expect(
      (await post('/v1/audio/speech', { model: 'tts-1', input: 'hi', voice: 'x' })).status,
    ).toBe(200);
    const speech = await readLast();
    expect(speech.response).toMatchObject({ text: '', status: 200 });
    expect(speech.response?.bytes).toBeGreaterThan(0);
    expect(speech.replayable).toBe(false);
    const form = `--b\r\ncontent-disposition: form-data; name="model"\r\n\r\n${MODEL}\r\n--b--\r\n`;
    await post('/v1/images/edits', form, { 'content-type': 'multipart/form-data; boundary=b' });
    expect((await readLast()).request).toMatchObject({
      text: '',
      bytes: form.length,
      type: 'multipart/form-data',
    });
  });

  test("a failed call is stored with its upstream's response, a refused one with the refusal", async () => {
    await watch(true);
    scene.faults.set('upstream', 'status-400');
    const failed = await scene.chat();
    const stored = await readLast();
    expect(stored.response).toMatchObject({ status: failed.status, text: failed.text });
    expect(stored.faults).toMatchObject([{ channel, status: 400 }]);
    expect(stored.faults[0]?.said).not.toBe('');
    const refused = await post('/v1/chat/completions', '{"model": nonsense');
    expect((await readLast()).response).toMatchObject({ status: 400, text: refused.text });
    expect((await readLast()).request?.text).toBe('{"model": nonsense');
  });

  test("the gateway's own error texts are shown in the reader's language", async () => {
    await watch(true);
    const pages = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
    ).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const { port } = pages.address() as AddressInfo;
    await scene.channel('upstream', {
      models: 'tts-1-hd',
      base_url: `http://127.0.0.1:${port}`,
    });
    await post('/v1/audio/speech', { model: 'tts-1-hd', input: 'Hello', voice: 'alloy' });
    const path = `/api/payload/${await lastId()}`;
    const said = async (language: string) => {
      const headers = { 'accept-language': language };
      const { body } = await scene.gateway.root.call('GET', path, undefined, headers);
      return (body.data as unknown as Read).faults.map((fault) => fault.said);
    };
    expect(await said('en')).toEqual(['the upstream sent a web page instead of audio']);
    expect(await said('zh')).toEqual(['上游返回的是网页，而不是音频']);
    pages.close();
  });

  test('long bodies are cut with a mark, but not for the caller', async () => {
    await watch(true);
    await scene.gateway.setOption('PayloadKilobytesMax', '1');
    const content = 'words and '.repeat(1000);
    const { status } = await scene.chat({ messages: [{ role: 'user', content }] });
    expect(status).toBe(200);
    const { request, replayable } = await readLast();
    expect(request?.cut).toBe(true);
    expect(Buffer.byteLength(request?.text ?? '')).toBeLessThanOrEqual(1024);
    expect(request?.bytes).toBeGreaterThan(10_000);
    expect(replayable).toBe(false);
  });

  test('images in a body are omitted, but not what follows them', async () => {
    await watch(true);
    const content = [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${'QUJD'.repeat(20_000)}` } },
      { type: 'text', text: 'after the picture' },
    ];
    await scene.chat({ messages: [{ role: 'user', content }] });
    const { request, replayable } = await readLast();
    expect(request?.text).toContain('after the picture');
    expect(request?.left_out).toBeGreaterThan(70_000);
    expect(request?.text.length).toBeLessThan(4000);
    expect(replayable).toBe(false);
  });

  test('credentials in a body are hidden', async () => {
    await watch(true);
    const secrets = [scene.secret.slice(3), `sk-ant-${'z'.repeat(40)}`, 'hunter2-hunter2'];
    const content = `mine is ${secrets[0]}, theirs ${secrets[1]}, {"password": "${secrets[2]}"}`;
    await scene.chat({ messages: [{ role: 'user', content }] });
    const { request } = await readLast();
    for (const secret of secrets) expect(request?.text).not.toContain(secret);
    expect(request?.hidden).toBe(3);
    expect(JSON.parse(request?.text ?? '')).toMatchObject({ model: MODEL });
  });

  test('what was delivered of a stream is stored if its client disconnects', async () => {
    await watch(true);
    const before = await countRows();
    const client = openDisconnectingClient(
      `${scene.gateway.url}/v1/chat/completions`,
      scene.secret,
      {
        model: MODEL,
        stream: true,
        ...simulatorScript({ fault: 'stall-mid-stream' }),
      },
    );
    await client.read('"content":"');
    client.leave();
    await expect.poll(countRows).toBe(before + 1);
    const { response } = await readLast();
    expect(response).toMatchObject({ status: 200, ended: false });
    expect(response?.text).toContain('"content":"');
    expect(response?.text).not.toContain('[DONE]');
  });

  test('if the database accepts no payloads, the call is unaffected, and the loss is counted', async () => {
    await watch(true);
    await sql`ALTER TABLE payloads RENAME TO away`.execute(domain().store.db);
    const { lost = 0 } = await outcomes();
    const { status } = await scene.chat();
    await domain().payloads.flush();
    await sql`ALTER TABLE away RENAME TO payloads`.execute(domain().store.db);
    expect(status).toBe(200);
    expect((await outcomes())['lost']).toBe(lost + 1);
  });

  test('payloads are counted in the memory for bodies, and release all of it', async () => {
    await watch(true);
    const content = 'words and '.repeat(20_000);
    await Promise.all(
      Array.from({ length: 8 }, () => scene.chat({ messages: [{ role: 'user', content }] })),
    );
    await domain().payloads.flush();
    expect(await bufferedBytes()).toBe(0);
  });
});

describe('payload logging without free memory', () => {
  test('a call without memory for its payload is served, and the loss is counted', async () => {
    const scene = await startRelayScene(undefined, undefined, { BODIES_MAX_MB: '1' });
    await scene.channel('upstream');
    await scene.gateway.setOptions({ PayloadLogModels: '*', PayloadKilobytesMax: '4096' });
    const content = 'words and '.repeat(40_000);
    const { status } = await scene.chat({ messages: [{ role: 'user', content }] });
    await scene.gateway.app.domain.payloads.flush();
    const rows = await scene.gateway.app.domain.store.db
      .selectFrom('payloads')
      .selectAll()
      .execute();
    const text = await registry.getSingleMetricAsString('tollgate_payloads_total');
    await scene.close();
    expect({ status, rows }).toEqual({ status: 200, rows: [] });
    expect(text).toMatch(/no_room"\} [1-9]/);
  });
});
