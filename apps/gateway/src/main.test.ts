import { startOpenAiSimulator } from '@tollgate/simulators';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../test-support/databases.ts';
import { startGatewayProcess } from '../test-support/gateway-process.ts';
import { simulatorScript } from '../test-support/relay-scene.ts';
import { startTestGateway } from '../test-support/test-gateway.ts';

/** Breaks something on SIGUSR2. */
const BREAK = 'process.on("SIGUSR2",()=>{throw(new(Error)("nobody_expected_this"))})';

test('an uncaught exception ends the process but lets running calls finish', async () => {
  const [database, simulator] = [await createTestDatabase('sqlite'), await startOpenAiSimulator()];
  const before = await startTestGateway({ database });
  await before.channel({ base_url: simulator.url });
  const owner = await before.user({ quota: 1_000_000 });
  const { secret } = await before.token(owner);
  await before.close();

  const gateway = await startGatewayProcess(database, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BREAK)}`,
  });
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      stream: true,
      ...simulatorScript({ tokens: 50, gap_ms: 10 }),
    }),
  });
  const ended = gateway.end('SIGUSR2');
  expect(await answer.text()).toMatch(/data: \[DONE\]\n\n$/);
  expect(await ended).toBe(1);

  await simulator.close();
  await database.remove();
});
