import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const MEGABYTE = 1024 * 1024;
const chunk = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}`;

describe('incomplete stream events', () => {
  let scene: RelayScene;
  let upstream: Server;
  /** Writes the upstream's response. */
  let write: (response: ServerResponse) => void;

  beforeEach(async () => {
    scene = await startRelayScene(undefined, undefined, { BODIES_MAX_MB: '16' });
    upstream = createServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'text/event-stream');
      write(response);
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const { port } = upstream.address() as AddressInfo;
    await scene.channel('large', {
      base_url: `http://127.0.0.1:${port}`,
      setting: '{"on_client_gone":"abort"}',
    });
  });
  afterEach(async () => {
    await scene.close();
    upstream.closeAllConnections();
    upstream.close();
  });

  const held = async () => {
    const text = await (await fetch(`${scene.gateway.url}/metrics`)).text();
    return Number(/^tollgate_responses_held_bytes (\d+)$/m.exec(text)?.[1]);
  };

  test('count against the memory of responses until they are complete, and are then forwarded', async () => {
    let resume: (() => void) | undefined;
    write = (response) => {
      response.write(chunk('x'.repeat(4 * MEGABYTE)));
      resume = () => response.end(`\n\n${chunk('', 'stop')}\n\ndata: [DONE]\n\n`);
    };
    const pending = scene.chat({ stream: true });
    await expect.poll(held).toBeGreaterThan(4 * MEGABYTE);
    resume?.();
    const { status, text } = await pending;
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(4 * MEGABYTE);
    expect(text.trimEnd()).toMatch(/\[DONE\]$/);
    await expect.poll(held).toBe(0);
  });

  test('are refused before anything was sent if no memory is free, and cost nothing', async () => {
    write = (response) => response.write(chunk('x'.repeat(12 * MEGABYTE)));
    const { status, text } = await scene.chat({ stream: true });
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'overloaded' } });
    expect((await scene.logs()).map(({ quota }) => quota)).toEqual([0]);
    await expect.poll(held).toBe(0);
  });

  test('end a started stream with an error if no memory is free, and what was delivered is charged', async () => {
    write = (response) => {
      response.write(`${chunk('hello')}\n\n`);
      response.write(chunk('x'.repeat(12 * MEGABYTE)));
    };
    const { status, text } = await scene.chat({ stream: true });
    expect(status).toBe(200);
    expect(text).toContain('hello');
    expect(text).toContain('"error"');
    expect(text).not.toContain('[DONE]');
    const [row] = await scene.logs();
    expect(row?.quota).toBeGreaterThan(0);
    await expect.poll(held).toBe(0);
  });
});
