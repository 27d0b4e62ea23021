import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { estimateTextTokens } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoggedCall } from '../../../test-support/relay-scene.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

const MODEL = 'gpt-4o-mini';
const WORDS = Array.from({ length: 2000 }, (_, index) => `word${index} `);
const WHOLE = estimateTextTokens(WORDS.join(''));

/** Starts an upstream that ignores limits and reports no usage, sending small chunks or all at once. */
async function startEndlessStream(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      response.setHeader('content-type', 'text/event-stream');
      const chunk = { id: 'c', object: 'chat.completion.chunk', model: MODEL, created: 1 };
      const chunks = text.includes('all at once') ? [WORDS.join('')] : WORDS;
      for (const content of chunks) {
        const choices = [{ index: 0, delta: { content }, finish_reason: null }];
        response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`);
      }
      const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }];
      response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

let endlessStream: Awaited<ReturnType<typeof startEndlessStream>>;
let gateway: TestGateway;
beforeAll(async () => {
  endlessStream = await startEndlessStream();
  gateway = await startTestGateway();
  await gateway.setOption('ModelRatio', JSON.stringify({ [MODEL]: 1 }));
  await gateway.setOption('CompletionRatio', JSON.stringify({ [MODEL]: 1 }));
  await gateway.channel({ base_url: endlessStream.url, models: MODEL });
});
afterAll(async () => {
  await gateway.close();
  endlessStream.server.close();
});

async function stream(quota: number, prompt: string, limit = 20) {
  const owner = await gateway.user({ quota });
  const { secret } = await gateway.token(owner);
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: MODEL,
      stream: true,
      max_tokens: limit,
      messages: [{ role: 'user', content: prompt }],
    }),
  });
  const text = await response.text();
  const delivered = [...text.matchAll(/"content":"([^"]*)"/g)].map(([, chunk]) => chunk).join('');
  const { body } = await owner.call('GET', '/api/log/self/?page_size=1');
  const [row] = body.data.items as (Omit<LoggedCall, 'other'> & { other: string })[];
  if (!row) throw new Error('the log is empty');
  const self = await owner.call('GET', '/api/user/self');
  return {
    text,
    delivered: estimateTextTokens(delivered),
    quota: row.quota,
    other: JSON.parse(row.other) as LoggedCall['other'],
    left: self.body.data.quota as number,
  };
}

describe('a stream that exceeds the limit sent to its upstream', () => {
  test.each(['in pieces', 'all at once'])(
    'is delivered only as far as the balance can reserve it: %s',
    async (prompt) => {
      const { text, delivered, quota, other, left: remaining } = await stream(1000, prompt, 800);
      expect(other.end).toBe('balance_ran_out');
      expect(text).toContain('"error"');
      expect(text).not.toContain('[DONE]');
      expect(delivered).toBeLessThanOrEqual(Number(other['reserved']));
      expect(Number(other['reserved'])).toBeLessThanOrEqual(1000);
      expect(quota).toBeLessThanOrEqual(Number(other['reserved']));
      expect(remaining).toBe(1000 - quota);
    },
  );

  test.each(['in pieces', 'all at once'])(
    'is delivered completely if the balance suffices, each piece after it is reserved: %s',
    async (prompt) => {
      const { text, delivered, quota, other } = await stream(
        1_000_000,
        prompt,
        Math.ceil(WHOLE / 4),
      );
      expect(text).toContain('[DONE]');
      expect(delivered).toBe(WHOLE);
      expect(other.end).toBeUndefined();
      expect(quota).toBeGreaterThan(4000);
      expect(quota).toBeLessThanOrEqual(Number(other['reserved']));
    },
  );

  test('costs nothing if the excess arrived before anything was delivered', async () => {
    const { text, quota, left: remaining } = await stream(1_000_000, 'all at once', 20);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'response_overran' } });
    expect([quota, remaining]).toEqual([0, 1_000_000]);
  });

  test('is cut where no honest upstream would have sent as much, and costs no more than that', async () => {
    const most = 4 * 20 + 4096;
    const {
      text,
      delivered,
      quota,
      other,
      left: remaining,
    } = await stream(1_000_000, 'in pieces', 20);
    expect(text).toContain('"code":"response_overran"');
    expect(text).not.toContain('[DONE]');
    expect(other).toMatchObject({ end: 'overran', estimated: true });
    expect(other['usage_claim']).toMatchObject({ completion_tokens: most + 1 });
    expect(delivered).toBeLessThanOrEqual(most);
    expect(delivered).toBeGreaterThan(most - 50);
    expect(quota).toBeLessThanOrEqual(Number(other['reserved']));
    expect(remaining).toBe(1_000_000 - quota);
  });
});
