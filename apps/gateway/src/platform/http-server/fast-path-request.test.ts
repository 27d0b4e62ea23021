import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { FastPathRequest } from './fast-path-request.ts';

const BODY_BYTES = 200_000;

function startRequest(): FastPathRequest {
  const socket = new Socket();
  onTestFinished(() => void socket.destroy());
  return new FastPathRequest(socket, {
    url: '/',
    headers: {},
    bodyStart: 0,
    bodyLength: BODY_BYTES,
  });
}

/** Reads a body that arrives in two chunks; returns a weak reference to it. */
async function readBody(request: FastPathRequest): Promise<WeakRef<Buffer>> {
  const body = request.readBody(BODY_BYTES, () => undefined);
  expect(request.isReading).toBe(true);
  request.push(Buffer.alloc(BODY_BYTES / 2));
  request.push(Buffer.alloc(BODY_BYTES / 2));
  expect((await body).length).toBe(BODY_BYTES);
  return new WeakRef(await body);
}

test('a request does not retain its body after it was read, however long the call continues', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const request = startRequest();
  const body = await readBody(request);
  await expect
    .poll(() => {
      collect();
      // Not `expect(body)`: the assertion would keep a reference.
      return body.deref() === undefined;
    })
    .toBe(true);
  expect(request.complete).toBe(true);
  expect(request.isReading).toBe(false);
});

test('refusing a body rejects its reader and discards the rest of it', async () => {
  const request = startRequest();
  const body = request.readBody(BODY_BYTES);
  request.push(Buffer.alloc(10));
  request.refuse(new Error('the gateway stops'));
  await expect(body).rejects.toThrow('the gateway stops');
  expect(request.push(Buffer.alloc(BODY_BYTES))).toBe(BODY_BYTES - 10);
  expect(request.complete).toBe(true);
});
