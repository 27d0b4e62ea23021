import { type NotificationSimulator, startNotificationSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { deliverNotifications } from '../jobs/deliver-notifications.ts';
import { notify } from './notify.ts';

const SECRET = `whsec_${Buffer.from('a secret of enough length').toString('base64')}`;
const { signal } = new AbortController();

describe.each(databaseKinds)('pauses of failed deliveries on %s', (kind) => {
  let gateway: TestGateway;
  let site: NotificationSimulator;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, env: { ALLOW_PRIVATE_MEDIA: 'on' } });
    // Its own job would send some of them.
    await gateway.app.jobs.stop();
    const now = () => nowSeconds(gateway.app.domain.clock);
    site = await startNotificationSimulator({ secret: SECRET, nowSeconds: now });
  });
  afterAll(async () => {
    await gateway.close();
    await site.close();
  });

  test.each(['30.5', '1e400', '0x1e', '-7.5', 'Thu, 01 Jan 2026 12:00:30 GMT'])(
    'a failed delivery is recorded whatever the service says about when to retry: %s',
    async (wait) => {
      const { store, options, clock } = gateway.app.domain;
      const person = await gateway.user();
      const settings = { url: `${site.url}/hook`, secret: SECRET };
      const target = { language: 'en', channel: 'webhook', settings };
      const saved = await person.call('PUT', '/api/notification/self/target', target);
      const { id } = saved.body.data as unknown as { id: number };
      const subscription = { target_id: id, event: 'new_login', enabled: true, threshold: null };
      await person.call('PUT', '/api/notification/self/subscriptions', {
        subscriptions: [subscription],
      });
      site.fail({ status: 503, body: 'busy\0', headers: { 'retry-after': wait } });
      await notify(store.db, options, {
        event: 'new_login',
        ownerId: person.id,
        object: wait,
        params: { ip: '::1', device: 'x' },
        at: nowSeconds(clock),
      });
      await deliverNotifications(gateway.app.domain, () => 0.5).run(signal);
      const { body } = await person.call('GET', '/api/notification/self/deliveries');
      expect(body.data['items']).toMatchObject([{ state: 'pending', attempts: 1 }]);
    },
  );
});
