import { expect, test } from 'vitest';
import { codeSamples } from './code-samples.ts';

const input = { secret: 'sk-abc', baseUrl: 'https://gate.example/v1', model: 'gpt-4o' };

test('every sample calls this server with this key, and every call names an allowed model', () => {
  for (const { name, code } of codeSamples(input)) {
    expect([name, code.includes(input.baseUrl), code.includes(input.secret)]).toEqual([
      name,
      true,
      true,
    ]);
    if (name !== 'env') expect(code).toContain(input.model);
  }
});

test('the body of the curl sample is JSON', () => {
  const curl = codeSamples(input).find(({ name }) => name === 'curl')?.code ?? '';
  const body = /-d '(.*)'/.exec(curl)?.[1] ?? '';
  expect((JSON.parse(body) as { model: string }).model).toBe('gpt-4o');
});
