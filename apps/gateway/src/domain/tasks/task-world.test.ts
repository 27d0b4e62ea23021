import { crashNextTransaction } from '../../../test-support/crash-transaction.ts';
import { LOG_CONSUME } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../test-support/databases.ts';
import { SeededRandom } from '../../../test-support/money/seeded-random.ts';
import { PERSON_QUOTA, startTaskScene, type TaskScene } from '../../../test-support/task-scene.ts';

const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3, 4];
/** On PostgreSQL, which takes five times as long: some of them. */
const seedsOn = (kind: DatabaseKind) => (kind === 'sqlite' ? SEEDS : SEEDS.slice(0, 2));
const STEPS = 50;
const HOUR_MS = 3_600_000;
const PROMPTS = ['a cat', 'fail please', 'lose this', 'queue it', 'full', 'broken'];

type Person = Awaited<ReturnType<TaskScene['person']>>;

describe.each(databaseKinds)(
  'random sequences of submissions, responses, failures and crashes on %s',
  (kind) => {
    let scene: TaskScene;
    beforeAll(async () => {
      scene = await startTaskScene(kind);
      const { channelHealth } = scene.gateway.app.domain;
      const begin = channelHealth.begin.bind(channelHealth);
      // Disables cooldowns, which would refuse most submissions.
      channelHealth.begin = (channel, model) => {
        const reporter = begin(channel, model);
        reporter.failed = () => reporter.aborted();
        return reporter;
      };
    });
    afterAll(() => scene.close());

    /** Simulates a crash at the end of the next submission: before or after its charge. */
    const crashCharge = (afterCharge: boolean) => {
      const { wallet } = scene.gateway.app.domain;
      const settle = wallet.settle.bind(wallet);
      wallet.settle = async (...input) => {
        wallet.settle = settle;
        if (afterCharge) await settle(...input);
        throw new Error('the process died');
      };
      return () => {
        wallet.settle = settle;
      };
    };

    const submit = (user: Person, random: SeededRandom) =>
      random.oneIn(3)
        ? scene.call(user.secret, '/suno/submit/music', { prompt: random.one(PROMPTS) })
        : scene.call(user.secret, '/mj/submit/imagine', { prompt: random.one(PROMPTS) });

    const step = async (people: readonly Person[], random: SeededRandom): Promise<unknown> => {
      const user = random.one(people);
      const service = random.one([scene.drawings, scene.songs]);
      const ids = service.ids();
      const kinds = [
        'submit',
        'submit',
        'decide',
        'forget',
        'down',
        'time',
        'twice',
        'crash',
        'die',
      ];
      switch (random.one(kinds)) {
        case 'submit':
          return submit(user, random);
        case 'decide':
          if (ids.length > 0)
            service.decide(random.one(ids), random.one(['SUCCESS', 'FAILURE', 'IN_PROGRESS']));
          return undefined;
        case 'forget':
          if (ids.length > 0) service.forget(random.one(ids));
          return undefined;
        case 'down':
          service.fail(503);
          await scene.pass(5_000);
          return service.fail(undefined);
        case 'time':
          return scene.pass(random.between(1, 120_000));
        case 'twice':
          return Promise.all([scene.pass(4_000), scene.pass(4_000), submit(user, random)]);
        case 'crash': {
          const heal = crashNextTransaction(scene.gateway.app.domain.store, random.oneIn(2));
          return scene.pass(random.between(1, 60_000)).finally(heal);
        }
        default: {
          const heal = crashCharge(random.oneIn(2));
          return submit(user, random).finally(heal);
        }
      }
    };

    test.each(seedsOn(kind))(
      'each task is charged once, refunded once if it failed, and the ledger agrees (seed %i)',
      async (seed) => {
        const random = new SeededRandom(seed);
        const people = [
          await scene.person(),
          await scene.person({ unlimited_quota: false, remain_quota: 5_000_000 }),
        ];
        for (let count = 0; count < STEPS; count += 1) await step(people, random);
        // Advances past the last deadline; a charge that was never made is searched for much longer.
        for (const hours of [1, 1, 24, 1, 25, 1]) await scene.pass(hours * HOUR_MS);
        const outcomes = new Set<string>();

        for (const { client, apiKeyId } of people) {
          const { db } = scene.gateway.app.domain.store;
          const { used, quota } = await scene.account(client);
          const ofPerson = { user_id: client.id };
          const tasks = await db
            .selectFrom('tasks')
            .selectAll()
            .where('user_id', '=', client.id)
            .execute();
          const charges = await db
            .selectFrom('logs')
            .select(['request_id', 'quota'])
            .where('user_id', '=', ofPerson.user_id)
            .where('type', '=', LOG_CONSUME)
            .execute();
          const refunds = await db
            .selectFrom('ledger')
            .select(['reference', 'amount'])
            .where('user_id', '=', client.id)
            .where('kind', '=', 'refund')
            .execute();
          let keptCount = 0;
          for (const task of tasks) {
            const paid = charges.filter(({ request_id: id }) => id === task.request_id);
            const back = refunds.filter(({ reference }) => reference === task.task_id);
            expect(['SUCCESS', 'FAILURE']).toContain(task.status);
            outcomes.add(`${task.status} ${task.charge}`);
            if (task.charge !== 'open') expect(task.next_check_at).toBeNull();
            expect(paid.length).toBeLessThanOrEqual(1);
            expect(back.length, `${task.status} ${task.charge}`).toBe(
              task.status === 'FAILURE' ? paid.length : 0,
            );
            if (task.status === 'SUCCESS') keptCount += paid.length * task.quota;
          }
          expect({ quota, used }).toEqual({ quota: PERSON_QUOTA - keptCount, used: keptCount });
          expect(charges.length).toBeLessThanOrEqual(tasks.length);
          const key = (await client.call('GET', `/api/token/${apiKeyId}`)).body.data;
          expect(key.used_quota).toBe(keptCount);
          if (key.unlimited_quota === false) expect(key.remain_quota).toBe(5_000_000 - keptCount);
        }
        // Otherwise the rules above held for lack of anything to break them.
        expect([...outcomes]).toEqual(
          expect.arrayContaining(['SUCCESS charged', 'FAILURE refunded']),
        );
        expect(await scene.faults()).toEqual([]);
      },
    );
  },
);
