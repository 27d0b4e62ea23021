import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fillDisk } from '../../../test-support/money/fill-disk.ts';
import {
  type RelayScene,
  startRelayScene,
  simulatorScript,
} from '../../../test-support/relay-scene.ts';
import type { WalletBackend } from '../../domain/wallet/backend.ts';

describe('a failure between the reservation and the charge of a call', () => {
  let scene: RelayScene;
  beforeEach(async () => {
    scene = await startRelayScene();
    await scene.channel('up');
    // With one concurrent call allowed, a slot that was not released would block the next call.
    const rules = JSON.stringify([{ per: 'user', match: ['*'], concurrent: 1 }]);
    await scene.gateway.setOption('RateLimits', rules);
    // From now on the lease covers the calls.
    await scene.chat();
  });
  afterEach(() => scene.close());

  const charged = async () => (await scene.logs()).filter(({ type }) => type === 2).length;

  /** Expects that the next call is served, and that nothing is reserved once no call runs. */
  async function expectNothingHeld(): Promise<void> {
    const { relay, domain } = scene.gateway.app;
    await expect.poll(() => relay.openCalls()).toBe(0);
    expect((await scene.chat()).status).toBe(200);
    await domain.wallet.maintain(-1);
    const held = await domain.store.db.selectFrom('users').select('held').execute();
    expect(held.every((user) => user.held === 0)).toBe(true);
  }

  test.each([
    ['a whole answer is told as a failure and costs nothing', false],
    ['a stream ends with an error event, and its charge is stored once there is room', true],
  ])('a full disk: %s; nothing stays reserved', async (_, stream) => {
    const { store } = scene.gateway.app.domain;
    const restore = fillDisk(store, {} as WalletBackend);
    const response = await scene.chat({ stream });
    if (!stream) expect(response.status).toBe(500);
    else expect(response.text).toContain('"code":"books_unavailable"');
    expect(response.text).not.toContain('[DONE]');
    const refused = await scene.chat({ stream });
    expect([refused.status, refused.text]).toEqual([
      503,
      expect.stringContaining('books_unavailable'),
    ]);
    expect(scene.simulator.requests.length).toBe(2);
    restore();
    scene.clock.advance(5000);
    await expectNothingHeld();
    expect(await charged()).toBe(stream ? 3 : 2);
  });

  test('an internal error before the call is sent: it fails, costs nothing and leaves nothing reserved', async () => {
    const { channelHealth } = scene.gateway.app.domain;
    vi.spyOn(channelHealth, 'begin').mockImplementationOnce(() => {
      throw new Error('a bug');
    });
    expect((await scene.chat()).status).toBe(500);
    await expectNothingHeld();
    expect(await charged()).toBe(2);
  });

  test('an internal error in mid-stream: it ends with an error event and costs what it delivered', async () => {
    const { wallet } = scene.gateway.app.domain;
    vi.spyOn(wallet, 'extend').mockRejectedValueOnce(new Error('a bug'));
    const { text } = await scene.chat({ stream: true, ...simulatorScript({ tokens: 20_000 }) });
    expect(text).toContain('"error"');
    expect(text).not.toContain('[DONE]');
    await scene.simulator.until(({ open }) => open === 0);
    const [row] = await scene.logs();
    expect(row?.completion_tokens).toBeGreaterThan(3000);
    await expectNothingHeld();
  });
});
