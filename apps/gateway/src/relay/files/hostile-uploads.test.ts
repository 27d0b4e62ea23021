import { once } from 'node:events';
import { connect } from 'node:net';
import { toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileScene, type Person, startFileScene } from '../../../test-support/file-scene.ts';
import { UploadForm } from './upload-form.ts';

let scene: FileScene;
let person: Person;
beforeAll(async () => {
  scene = await startFileScene();
  person = await scene.person();
});
afterAll(() => scene.close());

const BOUNDARY = 'xyz';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const part = (disposition: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const FILE = part('name="file"; filename="a.jsonl"', '{}');
const PURPOSE = part('name="purpose"', 'batch');
const END = `--${BOUNDARY}--\r\n`;
const upload = (body: string, headers: Record<string, string> = FORM, secret = person.secret) =>
  scene.call(secret, '/v1/files', { method: 'POST', body, headers });
const rows = () => scene.gateway.app.domain.store.db.selectFrom('files').selectAll().execute();

test.each([
  ['no purpose', FILE + END, 'purpose'],
  ['no file', PURPOSE + END, 'file'],
  ['a purpose for fine-tuning', FILE + part('name="purpose"', 'fine-tune') + END, 'purpose'],
  ['two purposes', PURPOSE + FILE + PURPOSE + END, 'purpose'],
  ['two files', PURPOSE + FILE + FILE + END, 'file'],
  ['a member that nobody knows', PURPOSE + FILE + part('name="user"', 'root') + END, 'user'],
  ['an empty file', PURPOSE + part('name="file"; filename="a"', '') + END, 'file'],
  ['a file that is no file', PURPOSE + part('name="file"', '{}') + END, 'file'],
  ['an endless purpose', part('name="purpose"', 'b'.repeat(10_000)) + FILE + END, 'purpose'],
  [
    'an expiry of a second',
    PURPOSE +
      FILE +
      part('name="expires_after[anchor]"', 'created_at') +
      part('name="expires_after[seconds]"', '1') +
      END,
    'expires_after[seconds]',
  ],
  ['no end', PURPOSE + FILE, null],
  ['something after its end', `${PURPOSE}${FILE}${END}${PURPOSE}`, null],
])('an upload with %s is refused, and no file is created', async (_name, body, param) => {
  const { status, text } = await upload(body);
  expect(status, text).toBe(400);
  const { error } = JSON.parse(text) as { error: { type: string; param: string | null } };
  expect(error.type).toBe('invalid_request_error');
  if (param !== null) expect(error.param).toBe(param);
  expect(scene.provider.files()).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('the provider gets a rewritten form: a file name that would break out of its header or folder is sanitized', async () => {
  const name = '../../etc/pass"wd\\\\.jsonl';
  const { status, text } = await upload(
    PURPOSE + part(`name="file"; filename="${name.replaceAll('"', '\\"')}"`, '{}') + END,
  );
  expect(status, text).toBe(200);
  expect(scene.provider.files().at(-1)?.filename).toBe('pass_wd_.jsonl');
  const { id } = JSON.parse(text) as { id: string };
  await person.openai.files.delete(id);
});

test('an upload in single bytes is passed on in few pieces, complete', async () => {
  const content = 'x'.repeat(50_000);
  const body = PURPOSE + part('name="file"; filename="a"', content) + END;
  async function* bytes() {
    for (const byte of Buffer.from(body)) yield Buffer.from([byte]);
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of new UploadForm(1e6).chunks(bytes(), BOUNDARY)) pieces.push(piece);
  expect(pieces.length).toBeLessThan(6);
  expect(Buffer.concat(pieces).toString()).toContain(`\r\n\r\n${content}\r\n--`);
});

test('an upload without a key, a balance or a form is refused before its body is read', async () => {
  const poor = await scene.person({ quota: 0 });
  const body = PURPOSE + part('name="file"; filename="a"', 'x'.repeat(100_000)) + END;
  expect((await upload(body, FORM, 'sk-nobody')).status).toBe(401);
  expect((await upload(body, FORM, poor.secret)).status).toBe(402);
  expect((await upload(body, { 'content-type': 'application/json' })).status).toBe(400);
  expect((await upload(body, { ...FORM, 'content-encoding': 'gzip' })).status).toBe(415);
  expect(scene.provider.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a file over the limit is refused by its length, or as soon as it exceeds it, and the provider keeps nothing', async () => {
  await scene.gateway.setOption('FileMegabytesMax', '1');
  const big = PURPOSE + part('name="file"; filename="a"', 'x'.repeat(1_200_000)) + END;
  expect((await upload(big)).status).toBe(413);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < big.length; at += 50_000)
        controller.enqueue(Buffer.from(big.slice(at, at + 50_000)));
      controller.close();
    },
  });
  const init = { method: 'POST', body: stream, headers: FORM, duplex: 'half' as const };
  expect((await scene.call(person.secret, '/v1/files', init)).status).toBe(413);
  expect(scene.provider.files()).toEqual([]);
  expect(await rows()).toEqual([]);
  await scene.gateway.setOption('FileMegabytesMax', '200');
});

test('a client that disconnects mid-upload leaves neither a file nor a row, and releases its memory', async () => {
  const { port } = new URL(scene.gateway.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /v1/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.secret}\r\n` +
      `content-type: ${FORM['content-type']}\r\ncontent-length: 500000\r\n\r\n${PURPOSE}`,
  );
  while ((await rows()).length === 0) await new Promise(setImmediate);
  socket.destroy();
  while ((await rows()).length > 0) await new Promise(setImmediate);
  expect(scene.provider.files()).toEqual([]);
});

test('a provider’s rejection is forwarded with its message but without its key or its rate limits', async () => {
  const refusing = await startFileScene({
    script: ({ path, method, key }) =>
      path === '/v1/files' && method === 'POST'
        ? {
            status: 400,
            body: { error: { message: `bad file for ${key}`, type: 'invalid_request_error' } },
          }
        : undefined,
  });
  const { openai, secret } = await refusing.person();
  const { status, text } = await refusing.call(secret, '/v1/files', {
    method: 'POST',
    body: PURPOSE + FILE + END,
    headers: FORM,
  });
  expect(status).toBe(400);
  expect(text).toContain('bad file for ***');
  expect((await openai.files.list()).data).toEqual([]);
  await refusing.close();
});

test('clients of other vendors, which have their own files at the same path, get an error in their dialect', async () => {
  const headers = { 'anthropic-version': '2023-06-01' };
  const { status, text } = await scene.call(person.secret, '/v1/files', { headers });
  expect(status).toBe(501);
  expect(JSON.parse(text)).toMatchObject({ type: 'error' });
});

test('a caller that stops reading the content of a file is disconnected, and its provider’s connection released', async () => {
  const { openai, secret } = await scene.person();
  const content = Buffer.alloc(16 * 1024 * 1024, 'a');
  const { id } = await openai.files.create({
    file: await toFile(content, 'a.jsonl'),
    purpose: 'batch',
  });
  const { relay } = scene.gateway.app;
  await scene.gateway.setOption('StalledClientSeconds', '0.05');
  const socket = connect(Number(new URL(scene.gateway.url).port), '127.0.0.1').pause();
  try {
    socket.on('error', () => undefined);
    socket.write(
      `GET /v1/files/${id}/content HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\n\r\n`,
    );
    await expect.poll(() => relay.openCalls()).toBe(1);
    await expect.poll(() => relay.openCalls()).toBe(0);
    await once(socket.resume(), 'close');
    expect(socket.bytesRead).toBeLessThan(content.length);
  } finally {
    socket.destroy();
    await scene.gateway.setOption('StalledClientSeconds', '120');
  }
});
