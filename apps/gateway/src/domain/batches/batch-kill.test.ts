import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchPriceOf, chatLine, submitBatch } from '../../../test-support/batch-lines.ts';
import { type DatabaseKind, databaseKinds } from '../../../test-support/databases.ts';
import {
  type DeathTrap,
  type FileCall,
  type KillScene,
  LINE_TOKENS,
  type Payer,
  QUOTA,
  startKillScene,
} from '../../../test-support/kill-scene.ts';

const LINES = 3;
const priceOf = (lines: number) =>
  batchPriceOf(LINE_TOKENS.prompt * lines, LINE_TOKENS.completion * lines);
const isRequest = (method: string, path: RegExp) => (call: FileCall) =>
  call.method === method && path.test(call.path);

const FILE = /^\/v1\/files\/[^/]+$/;
const BATCHES = /^\/v1\/batches$/;
const BATCH = /^\/v1\/batches\/[^/]+$/;

/**
 * Points at which the process dies while a batch is created, and how many lines may be charged in the end: a
 * batch that was not recorded is cancelled after its first line, a recorded one runs to its end.
 */
const AT_CREATE: readonly [string, DeathTrap, readonly number[]][] = [
  [
    'the provider has not taken the batch',
    { isFor: isRequest('POST', BATCHES), isHandled: false },
    [0],
  ],
  [
    'the provider has taken the batch',
    { isFor: isRequest('POST', BATCHES), isHandled: true },
    [1, LINES],
  ],
  [
    'it records the batch',
    { isFor: isRequest('POST', BATCHES), isHandled: true, turns: 20 },
    [1, LINES],
  ],
];
/** Points at which it dies once the provider has the batch: all lines are charged in the end. */
const WHILE_RUNNING: readonly [string, DeathTrap][] = [
  ['it asks for the status', { isFor: isRequest('GET', BATCH), isHandled: true }],
];
const AT_SETTLEMENT: readonly [string, DeathTrap][] = [
  ['it settles', { isFor: isRequest('GET', FILE), isHandled: true, turns: 5 }],
  ['it has settled', { isFor: isRequest('DELETE', FILE), isHandled: true }],
];
const PAYERS = AT_CREATE.length + WHILE_RUNNING.length + AT_SETTLEMENT.length;

/** On PostgreSQL only around the transactions, in which the databases differ: each process costs a second. */
const AROUND_TRANSACTIONS = new Set([
  'the provider has taken the batch',
  'it records the batch',
  'it settles',
]);
const isTriedOn = (kind: DatabaseKind, when: string) =>
  kind === 'sqlite' || AROUND_TRANSACTIONS.has(when);

describe.each(databaseKinds)(
  'a gateway is killed (kill -9) while it handles a batch on %s',
  (kind) => {
    let scene: KillScene;
    beforeAll(async () => {
      scene = await startKillScene(kind, PAYERS);
    });
    afterAll(() => scene.close());

    const lines = Array.from({ length: LINES }, (_, index) => chatLine({ id: `l${index}` }));
    const submit = (gateway: { url: string }, payer: Payer) =>
      submitBatch({ openai: scene.openai(gateway, payer) }, lines);

    /** Kills the gateway while a caller creates a batch. */
    async function dieAtCreate(payer: Payer, trap: DeathTrap): Promise<void> {
      const gateway = await scene.start();
      const killed = scene.killAt(gateway, trap);
      await submit(gateway, payer).catch(() => undefined);
      await killed;
    }

    /** Creates a batch for each payer, which the provider then starts or finishes. */
    async function submitAll(payers: readonly Payer[], areOver: boolean): Promise<void> {
      await scene.inProcess(async (gateway) => {
        for (const payer of payers) {
          await submit(gateway, payer);
          const { id = '' } = scene.provider.batches().at(-1) ?? {};
          scene.provider.begin(id);
          if (areOver) scene.provider.end(id);
        }
      });
    }

    test('the hold is settled or released exactly once, whenever the gateway dies', async () => {
      const payers = [...scene.payers];
      const next = () => payers.shift() as Payer;
      const expected: [string, Payer, readonly number[]][] = [];
      for (const [when, trap, payerState] of AT_CREATE) {
        if (!isTriedOn(kind, when)) continue;
        const payer = next();
        await dieAtCreate(payer, trap);
        expected.push([when, payer, payerState]);
      }
      for (const [moments, areOver] of [
        [WHILE_RUNNING, false],
        [AT_SETTLEMENT, true],
      ] as const) {
        const cases = moments
          .filter(([when]) => isTriedOn(kind, when))
          .map(([when, trap]) => ({ when, trap, payer: next() }));
        await submitAll(
          cases.map(({ payer }) => payer),
          areOver,
        );
        for (const { when, trap, payer } of cases) {
          await scene.makeDue(payer);
          await scene.startAndKillAt(trap);
          expected.push([when, payer, [LINES]]);
        }
      }
      const { faults, books: moneyStates } = await scene.recover();
      for (const [when, payer, payerState] of expected) {
        const payerMoney = moneyStates.get(payer.id);
        const prices = payerState.map((count) => (count === 0 ? 0 : priceOf(count)));
        const used = payerMoney?.used ?? -1;
        expect(prices, when).toContain(used);
        expect([when, payerMoney]).toMatchObject([
          when,
          { quota: QUOTA - used, used, held: 0, unsettled: 0 },
        ]);
        expect([when, payerMoney?.booked['hold'] ?? 0]).toEqual([
          when,
          payerMoney?.booked['release'] ?? 0,
        ]);
        expect([when, payerMoney?.booked['usage'] ?? 0]).toEqual([when, used === 0 ? 0 : 1]);
      }
      expect(faults).toEqual([]);
    });
  },
);
