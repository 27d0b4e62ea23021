import { startOpenAiSimulator } from '@tollgate/simulators';
import { expect, test } from 'vitest';
import { startTestGateway } from '../../../test-support/test-gateway.ts';

const STREAMS = 1100;
const AT_ONCE = 100;

test('one provider can serve more than a thousand concurrent streams', async () => {
  const simulator = await startOpenAiSimulator();
  const gateway = await startTestGateway();
  await gateway.channel({ base_url: simulator.url });
  const { secret } = await gateway.token(await gateway.user({ quota: 100_000_000 }), {
    unlimited_quota: true,
  });
  const leave = new AbortController();
  const open = async () => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal: leave.signal,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'gpt-4o-mini',
        stream: true,
        max_tokens: 10,
        messages: [{ role: 'user', content: '{"sim":{"fault":"stall-mid-stream"}}' }],
      }),
    });
    await response.body?.getReader().read();
    return response.status;
  };
  for (let count = 0; count < STREAMS; count += AT_ONCE)
    expect(new Set(await Promise.all(Array.from({ length: AT_ONCE }, open)))).toEqual(
      new Set([200]),
    );
  expect(simulator.stats().open).toBe(STREAMS);
  leave.abort();
  await simulator.until(({ open: still }) => still === 0);
  await gateway.close();
  await simulator.close();
});
