import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionWatch, probeGateway } from './connection.ts';

/** Starts a watch with a fake clock and a gateway that can become unreachable. */
function startWatch() {
  const timers: { at: number; run: () => void }[] = [];
  const environment = { time: 0, up: true, hidden: false, probes: 0 };
  const watch = new ConnectionWatch({
    probe: async () => {
      environment.probes += 1;
      if (!environment.up) throw new Error('refused');
    },
    now: () => environment.time,
    later: (run, milliseconds) => {
      const timer = { at: environment.time + milliseconds, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
    isHidden: () => environment.hidden,
  });
  const advance = async (milliseconds: number) => {
    const end = environment.time + milliseconds;
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers.splice(timers.indexOf(next), 1);
      environment.time = next.at;
      next.run();
      await Promise.resolve()
        .then(() => {})
        .then(() => {});
    }
    environment.time = end;
  };
  watch.start();
  return { watch, world: environment, advance };
}

describe('the connection to the gateway', () => {
  test('an unreachable gateway is noticed within five seconds even if the page makes no calls', async () => {
    const { watch, world, advance } = startWatch();
    await advance(60_000);
    expect(watch.read().state).toBe('up');
    world.up = false;
    const since = watch.read().respondedAt;
    await advance(5000);
    expect(watch.read()).toMatchObject({ state: 'lost', respondedAt: since });
  });

  test('a lost gateway is probed every three seconds, and its return is noticed without a call', async () => {
    const { watch, world, advance } = startWatch();
    const states: string[] = [];
    watch.subscribe(() => states.push(watch.read().state));
    watch.recordFailure();
    world.up = false;
    await advance(3000);
    expect(watch.read().retriesAt).toBe(6000);
    world.up = true;
    await advance(3000);
    expect(watch.read().state).toBe('back');
    await advance(2000);
    expect([watch.read().state, states]).toEqual(['up', ['lost', 'lost', 'back', 'up']]);
  });

  test('nothing is probed while the page makes calls or the tab is hidden', async () => {
    const { watch, world, advance } = startWatch();
    for (let turn = 0; turn < 20; turn += 1) {
      watch.recordResponse();
      await advance(1000);
    }
    expect(world.probes).toBe(0);
    world.hidden = true;
    await advance(60_000);
    expect(world.probes).toBe(0);
  });

  test.each([
    ['a proxy that answers 502 in its place', new Response('', { status: 502 }), 'away'],
    ['a proxy that waited too long for it', new Response('', { status: 504 }), 'away'],
    ['Cloudflare, which finds it down', new Response('', { status: 521 }), 'away'],
    ['its own 503', new Response('', { status: 503, headers: { 'x-request-id': 'a' } }), 'there'],
    ['a proxy that hides the probe', new Response('', { status: 403 }), 'there'],
    ['its own answer', new Response('ok'), 'there'],
  ])('an unreachable gateway is told apart from %s', async (_what, response, state) => {
    const real = globalThis.fetch;
    globalThis.fetch = vi.fn<typeof fetch>(async () => response);
    onTestFinished(() => void (globalThis.fetch = real));
    expect(
      await probeGateway().then(
        () => 'there',
        () => 'away',
      ),
    ).toBe(state);
  });
});
