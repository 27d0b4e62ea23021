import { startOpenAiSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test-support/databases.ts';
import { startGatewayProcess } from '../../../test-support/gateway-process.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';
import { openStored } from '../../domain/payloads/read-payload.ts';

const CALLS = 60;

let database: TestDatabase;
let simulator: Awaited<ReturnType<typeof startOpenAiSimulator>>;
beforeAll(async () => {
  database = await createTestDatabase('sqlite', { hasTables: true });
  simulator = await startOpenAiSimulator();
});
afterAll(async () => {
  await simulator.close();
  await database.remove();
});

test('a killed process leaves complete payloads or none, and a graceful shutdown loses none', async () => {
  const before = await startTestGateway({ database });
  await before.channel({ base_url: simulator.url });
  const { secret } = await before.token(await before.user({ quota: 100_000_000 }));
  await before.setOption('PayloadLogModels', '*');
  await before.close();

  const call = async (url: string, content: string) => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content }] }),
    });
    return response.text();
  };
  const victim = await startGatewayProcess(database);
  let completed = 0;
  const sent = Array.from({ length: CALLS }, async (_, n) => {
    await call(victim.url, `call ${n} of the killed`).catch(() => '');
    completed += 1;
    if (completed === CALLS / 2) await victim.end('SIGKILL');
  });
  await Promise.all(sent);

  const after = await startTestGateway({ database });
  const texts = await Promise.all(
    Array.from({ length: CALLS }, (_, n) => call(after.url, `call ${n} of the orderly`)),
  );
  await after.close();
  const reader = await startTestGateway({ database });
  const { domain } = reader.app;
  const rows = await domain.store.db.selectFrom('payloads').selectAll().execute();
  const stored = await Promise.all(rows.map((row) => openStored(domain, row)));
  await reader.close();
  for (const each of stored) {
    expect(JSON.parse(each?.request?.text ?? '')).toMatchObject({ model: 'gpt-4o-mini' });
    expect(each?.response).toMatchObject({ text: texts[0], ended: true });
  }
  const requests = stored.map((each) => each?.request?.text ?? '');
  expect(new Set(requests).size).toBe(requests.length);
  expect(requests.filter((text) => text.includes('of the orderly'))).toHaveLength(CALLS);
});
