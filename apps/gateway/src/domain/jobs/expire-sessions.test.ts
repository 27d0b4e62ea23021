import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock } from '../../platform/clock.ts';
import { sessionSeconds } from '../accounts/sessions.ts';
import { expireSessions } from './expire-sessions.ts';

describe.each(databaseKinds)('expiring sessions on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
    await gateway.app.jobs.stop();
  });
  afterAll(() => gateway.close());

  const count = async () =>
    (await gateway.app.domain.store.db.selectFrom('sessions').select('id').execute()).length;

  test('expired sessions are deleted, including those that a shorter SessionDays ends at once, and valid ones stay', async () => {
    await gateway.user();
    const before = await count();
    clock.advance((sessionSeconds(gateway.app.domain) - 10) * 1000);
    const late = await gateway.login('root', '123456');
    clock.advance(11_000);
    await expireSessions(gateway.app.domain).run(new AbortController().signal);
    expect([before > 1, await count()]).toEqual([true, 1]);
    expect((await late.call('GET', '/api/user/self')).status).toBe(200);
    clock.advance(2 * 86_400_000);
    const later = await gateway.login('root', '123456');
    expect((await later.call('GET', '/api/user/self')).status).toBe(200);
    const option = { key: 'SessionDays', value: '2' };
    expect((await later.call('PUT', '/api/option/', option)).body.success).toBe(true);
    expect((await late.call('GET', '/api/user/self')).status).toBe(401);
    await expireSessions(gateway.app.domain).run(new AbortController().signal);
    expect(await count()).toBe(1);
  });
});
