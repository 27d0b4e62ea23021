import { expect, test } from 'vitest';
import { judgeSubmit } from './judge-submit.ts';

const answer = (result: unknown) => {
  const text = JSON.stringify({ code: 1, description: 'ok', result, properties: {} });
  return judgeSubmit('mj', { status: 200, headers: {}, bytes: Buffer.from(text), text });
};

test('a service took a task where it says under which id, or what it made of it', () => {
  expect(answer('7')).toMatchObject({ kind: 'taken', upstreamId: '7' });
  expect(answer(['https://cdn.example/a.png'])).toMatchObject({
    kind: 'taken',
    made: ['https://cdn.example/a.png'],
  });
});

test.each([[''], [null], [[]], [['']], [[{}]], [{ id: 7 }]])(
  'a service that says that it took a task, and only %j of it, is charged to nobody',
  (result) => {
    expect(answer(result)).toMatchObject({ kind: 'refused', certain: false });
  },
);
