import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type Client, startTestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock } from '../../platform/clock.ts';
import { deliverNotifications } from '../jobs/deliver-notifications.ts';
import { notify } from './notify.ts';
import { SlowOwners } from './slow-owners.ts';

const NOTICES = 20;

test.each([
  { answerMs: 10_000, sentAtOnce: 1 },
  { answerMs: 900, sentAtOnce: 2 },
])(
  'notifications to a user whose webhook takes $answerMs ms wait, and others’ do not',
  async ({ answerMs, sentAtOnce }) => {
    let elapsedMs = 0;
    const received = { slow: 0, quick: 0 };
    const receiver = createServer((request, response) => {
      const isSlow = request.url === '/slow';
      received[isSlow ? 'slow' : 'quick'] += 1;
      if (isSlow) elapsedMs += answerMs;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    const clock = manualClock(Date.now());
    const gateway = await startTestGateway({ clock, env: { ALLOW_PRIVATE_MEDIA: 'on' } });
    const { domain, jobs } = gateway.app;
    // The gateway's own job would send some of them.
    await jobs.stop();
    const subscribe = async (user: Client, path: string) => {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
      const settings = { url, secret: `whsec_${Buffer.from('long enough').toString('base64')}` };
      const target = { language: 'en', channel: 'webhook', settings };
      const saved = await user.call('PUT', '/api/notification/self/target', target);
      const id = saved.body.data.id as number;
      await user.call('PUT', '/api/notification/self/subscriptions', {
        subscriptions: [{ target_id: id, event: 'new_login', enabled: true, threshold: null }],
      });
    };
    const tell = async (user: Client, count: number) => {
      for (let index = 0; index < count; index += 1)
        await notify(domain.store.db, domain.options, {
          event: 'new_login',
          ownerId: user.id,
          object: String(index),
          params: { ip: '192.0.2.1', device: 'x' },
          at: Math.floor(clock.nowMs() / 1000),
        });
    };
    const [slow, quick] = [await gateway.user(), await gateway.user()];
    await subscribe(slow, '/slow');
    await subscribe(quick, '/quick');
    await tell(slow, NOTICES);
    const job = deliverNotifications(
      { ...domain, clock },
      () => 0.5,
      new SlowOwners(() => elapsedMs),
    );
    const { signal } = new AbortController();

    await job.run(signal);
    await tell(quick, NOTICES);
    await job.run(signal);
    expect(received).toEqual({ slow: sentAtOnce, quick: NOTICES });
    // A tenth of the time was theirs.
    const restMs = 9 * sentAtOnce * answerMs;
    elapsedMs += restMs;
    clock.advance(restMs);
    await job.run(signal);
    expect(received.slow).toBe(2 * sentAtOnce);
    const { body } = await slow.call('GET', '/api/notification/self/deliveries?page_size=100');
    const items = body.data.items as { state: string; attempts: number }[];
    const waiting = items.filter(({ state }) => state === 'pending');
    expect(waiting.map(({ attempts }) => attempts)).toEqual(
      Array(NOTICES - 2 * sentAtOnce).fill(0),
    );
    await gateway.close();
    receiver.close();
  },
);
