import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { Money } from './money.tsx';

async function show(quota: number, exact = false): Promise<[string | null, string | null]> {
  fakeServer();
  await renderAt('/', () => (
    <output>
      <Money quota={quota} exact={exact} />
    </output>
  ));
  const shown = (await screen.findByRole('status')).firstElementChild;
  return [shown?.textContent ?? null, shown?.getAttribute('data-tip') ?? null];
}

test.each([
  [
    'in dollars to the cent, with the exact value and the quota on hover',
    617_283,
    false,
    '$1.23',
    '$1.234566 · 617,283',
  ],
  ['to the last digit where that is asked for', 617_283, true, '$1.234566', '$1.234566 · 617,283'],
  [
    'with two significant digits under a cent, so that spent money never reads 0',
    617,
    false,
    '$0.0012',
    '$0.001234 · 617',
  ],
  ['as nothing only where it is nothing', 0, false, '$0.00', '$0.00 · 0'],
  ['with its sign where it is owed', -500_000, false, '−$1.00', '−$1.00 · −500,000'],
] as const)('an amount of quota is shown %s', async (_how, quota, exact, shown, hint) => {
  expect(await show(quota, exact)).toEqual([shown, hint]);
});

test('on a site without currency display an amount is shown in quota, which the browser remembers from the last visit', async () => {
  localStorage.setItem('display_in_currency', 'false');
  fakeServer({ 'GET /api/status': () => new Promise(() => {}) });
  await renderAt('/', () => (
    <output>
      <Money quota={617_283} />
    </output>
  ));
  expect((await screen.findByRole('status')).textContent).toBe('617.28k');
});

test('in a column, exact amounts reserve space for missing digits, but are read and copied without them', async () => {
  fakeServer();
  const quotas = [617_283, 500_000, 15];
  await renderAt('/', () =>
    quotas.map((quota) => <Money key={quota} quota={quota} exact aligned />),
  );
  const shown = (text: string) => screen.findByText(text, { exact: true });
  expect((await shown('$1.234566')).dataset['pad']).toBeUndefined();
  expect((await shown('$1.00')).dataset['pad']).toBe('0000');
  expect((await shown('$0.00003')).dataset['pad']).toBe('0');
});
