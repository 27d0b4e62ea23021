import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startHangingClickhouse } from '../../../test-support/hanging-clickhouse.ts';
import { insertSampleLog } from '../../../test-support/insert-sample-log.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { describeVariables, secretsOfVariables } from '../support/describe-variables.ts';

// There is a log store only alongside PostgreSQL.
describe('a log store that never responded', { skip: !databaseKinds.includes('postgres') }, () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      kind: 'postgres',
      env: { LOG_DATABASE_URL: 'http://user:log-secret@127.0.0.1:9/logs' },
    });
    await gateway.app.domain.logs.check();
  });
  afterAll(() => gateway.close());

  test('leaves the node ready, and is reported by readyz, the status page and the metrics', async () => {
    const response = await fetch(`${gateway.url}/readyz`);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringMatching(/^\[~\] log-store impaired: /m),
    ]);
    const status = await gateway.root.call('GET', '/api/system/status');
    expect(status.body.data.parts).toContainEqual({
      name: 'log-store',
      state: 'impaired',
      reason: 'log-store-away',
    });
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toContain('tollgate_dependency_up{dependency="log_store"} 0');
    expect(metrics).toMatch(/^tollgate_log_store_backlog_rows \d+$/m);
  });

  test('makes no page of the log and no export fail', async () => {
    const page = await gateway.root.call('GET', '/api/log/?type=3');
    expect(page.body.success).toBe(true);
    expect(page.body.data).not.toHaveProperty('rows_since');
    const { token, id } = gateway.root;
    await insertSampleLog(gateway, { ...gateway.root, name: 'root' }, { model_name: 'exported' });
    const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(id) };
    for (const path of ['/api/log/export', '/api/user/self/data']) {
      const file = await fetch(gateway.url + path, { headers });
      expect(await file.text()).toContain('exported');
    }
  });

  test('appears in the support bundle without its password', async () => {
    const { config } = gateway.app.domain;
    expect(JSON.stringify(describeVariables(config))).toContain('"LOG_DATABASE_URL":"set"');
    expect(secretsOfVariables(config)).toContain('log-secret');
  });
});

test.runIf(databaseKinds.includes('postgres'))(
  'a hanging log store does not keep a node from stopping',
  async () => {
    const clickhouse = await startHangingClickhouse();
    const gateway = await startTestGateway({
      kind: 'postgres',
      env: { LOG_DATABASE_URL: clickhouse.url },
    });
    await clickhouse.waiting();
    await expect(gateway.close()).resolves.toBeUndefined();
    clickhouse.close();
  },
);
