import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { addCallToSlice, emptySlice, outcomeOf, spreadSlices } from './usage-stats.ts';

const failure = (status: number, attempts: object = {}) => ({
  type: LOG_ERROR,
  channel_id: 1,
  other: JSON.stringify({
    request_path: '/v1/"chat"',
    error_code: 'x',
    status,
    admin_info: { attempts: [attempts] },
  }),
});

test.each([
  ['an answer', { ...failure(200), type: LOG_CONSUME }, 'answered'],
  ['an upstream that failed', failure(502), 'fault'],
  ['an upstream that was busy', failure(429), 'fault'],
  ['a request that the upstream refused', failure(400), 'failed'],
  ['a request that was refused after a busy upstream', failure(400, { status: 529 }), 'failed'],
  ['a call that no upstream was asked for', { ...failure(503), channel_id: 0 }, 'failed'],
] as const)('%s counts correctly in how well a model serves', (_what, row, outcome) => {
  expect(outcomeOf(row)).toBe(outcome);
});

test('how well a model serves counts faults only, and includes no name that was never served', () => {
  const row = {
    created_at: 1_795_014_000,
    user_id: 1,
    token_id: 1,
    channel_id: 1,
    group: 'default',
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
  };
  const [known, other] = [
    { ...row, model_name: 'served' },
    { ...row, model_name: 'made-up' },
  ];
  const [served, unknown] = [emptySlice(known), emptySlice(other)];
  addCallToSlice(served, known, 'answered');
  addCallToSlice(served, known, 'fault');
  addCallToSlice(served, known, 'failed');
  addCallToSlice(unknown, other, 'failed');
  const rows = spreadSlices([served, unknown]).filter(({ span }) => span === 900);
  const of = (scope: string) =>
    rows
      .filter((each) => each.scope === scope)
      .map(({ key, calls, failed }) => [key, calls, failed]);
  expect(of('served')).toEqual([['served', 1, 1]]);
  expect(of('model')).toEqual([
    ['made-up', 0, 1],
    ['served', 1, 2],
  ]);
});
