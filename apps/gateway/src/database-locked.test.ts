import SqliteDatabase from 'better-sqlite3';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WIRES } from '../test-support/dialect-wires.ts';
import { readMoneyState } from '../test-support/money/read-money-state.ts';
import { startScriptedUpstream } from '../test-support/scripted-upstream.ts';
import { startTestGateway } from '../test-support/test-gateway.ts';

test('while another program locks the SQLite file for a moment, writes of calls and of the console wait for it and nothing else does', async () => {
  const gateway = await startTestGateway();
  const upstream = await startScriptedUpstream();
  const person = await gateway.user({ quota: 1_000_000 });
  const { secret } = await gateway.token(person);
  await gateway.channel({ key: 'k', base_url: upstream.url, models: 'gpt-4o-mini' });
  const other = new SqliteDatabase(join(gateway.database.dataDir, 'tollgate.db'));
  onTestFinished(async () => {
    other.close();
    await gateway.close();
    await upstream.close();
  });
  const { path, body } = WIRES['openai-chat'].call('gpt-4o-mini', false, 'Hello');
  const response = fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  const call = await upstream.next();
  other.exec('BEGIN IMMEDIATE');
  const rename = person.call('PUT', '/api/user/self', { display_name: 'x' });
  call.begin('application/json');
  call.end(WIRES['openai-chat'].whole('Hi', { prompt: 10, completion: 5 }));
  await call.hungUp;
  for (let turn = 0; turn < 20; turn += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await gateway.visitor.call('GET', '/api/status')).status).toBe(200);
  other.exec('ROLLBACK');
  expect((await rename).status).toBe(200);
  expect((await response).status).toBe(200);
  await gateway.app.domain.wallet.flush();
  const { differences, logged, used } = await readMoneyState(gateway.app.domain.store, person.id);
  expect({ differences, used }).toEqual({ differences: [], used: logged });
  expect(used).toBeGreaterThan(0);
});

test('while another program locks the SQLite file, writes of the console get 503 and reads work', async () => {
  const gateway = await startTestGateway();
  const person = await gateway.user();
  const other = new SqliteDatabase(join(gateway.database.dataDir, 'tollgate.db'));
  onTestFinished(async () => {
    other.close();
    await gateway.close();
  });
  const rename = () => person.call('PUT', '/api/user/self', { display_name: 'x' });
  other.exec('BEGIN IMMEDIATE');
  const { status, body, headers } = await rename();
  expect([status, body.code, headers.get('retry-after')]).toEqual([
    503,
    'database_unavailable',
    '5',
  ]);
  expect((await person.call('GET', '/api/log/self')).status).toBe(200);
  other.exec('ROLLBACK');
  expect((await rename()).status).toBe(200);
});
