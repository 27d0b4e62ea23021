import { expect, test } from 'vitest';
import type { AttemptTarget } from '../attempt/attempt-context.ts';
import { type AttemptResult, CANCELLED } from '../attempt/attempt-result.ts';
import type { RelayCall } from '../relay-call.ts';
import { HedgePlan } from './hedge-plan.ts';
import { HedgeRace } from './hedge-race.ts';
import type { RaceLane } from './race-lane.ts';

/** Starts a race of two attempts; returns their lanes and what has ended so far, by channel. */
async function startRace() {
  const lanes: RaceLane[] = [];
  const ended: string[] = [];
  const finish: ((result: AttemptResult) => void)[] = [];
  const target = (id: number) =>
    ({ channel: { id }, ticket: { aborted() {} } }) as unknown as AttemptTarget;
  const plan = Object.assign(Object.create(HedgePlan.prototype) as HedgePlan, {
    delayFor: () => ({ delayMs: 1, p95Ms: 1 }),
    recordStart() {},
    spend: () => true,
    recordCancelled: () => 0,
  });
  Object.defineProperty(plan, 'ruleId', { value: 1 });
  const call = {
    clientRequest: { stream: false },
    cover: { copy: () => undefined },
    response: { destroyed: false },
    upstreamMs: 0,
  } as unknown as RelayCall;
  const race = new HedgeRace<string>({
    call,
    plan,
    nowMs: () => 0,
    after: (_ms, callback) => {
      queueMicrotask(callback);
      return () => {};
    },
    attempt: (_call, { channel, lane }) =>
      new Promise((resolve) => {
        const own = lane as RaceLane;
        own.onLost = () => {
          ended.push(`${channel.id} cancelled`);
          resolve(CANCELLED);
        };
        lanes.push(own);
        finish.push(resolve);
      }),
    findSecond: () => target(2),
    judge: ({ channel }, { kind }) => `${channel.id} ${kind}`,
  });
  const end = race.start(target(1));
  while (lanes.length < 2) await Promise.resolve();
  return { lanes: lanes as [RaceLane, RaceLane], finish, ended, end };
}

test.each([0, 1])(
  'a client that disconnects pays for the attempt that an upstream bills, whichever notices first (%s)',
  async (at) => {
    const { lanes, finish, ended, end } = await startRace();
    const other = 1 - at;
    (lanes[other] as RaceLane).isBilled = () => true;
    (lanes[at] as RaceLane).claim('left');
    (lanes[other] as RaceLane).claim('left');
    expect(ended).toEqual([`${at + 1} cancelled`]);
    finish[other]?.({ kind: 'client-gone', settled: true });
    expect(await end).toBe(`${other + 1} client-gone`);
  },
);
