import { expect, test } from 'vitest';
import { parseSubmitResponse } from './judge-submit.ts';

const submitResponse = (result: unknown) => {
  const text = JSON.stringify({ code: 1, description: 'ok', result, properties: {} });
  return parseSubmitResponse('mj', { status: 200, headers: {}, bytes: Buffer.from(text), text });
};

test('a task counts as accepted if the service returns its id or its result', () => {
  expect(submitResponse('7')).toMatchObject({ kind: 'taken', upstreamId: '7' });
  expect(submitResponse(['https://cdn.example/a.png'])).toMatchObject({
    kind: 'taken',
    resultFiles: ['https://cdn.example/a.png'],
  });
});

test.each([[''], [null], [[]], [['']], [[{}]], [{ id: 7 }]])(
  'an accepted task for which the service returns only %j is not charged',
  (result) => {
    expect(submitResponse(result)).toMatchObject({ kind: 'refused', certain: false });
  },
);
