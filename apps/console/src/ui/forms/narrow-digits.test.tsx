import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { InlineNumber } from './inline-number.tsx';
import { MoneyInput } from './money-input.tsx';

function Fields() {
  const [money, setMoney] = useState<number | string>('');
  const [applied, setApplied] = useState(1);
  return (
    <>
      <MoneyInput aria-label="money" value={money} onChange={setMoney} />
      <output>{String(money)}</output>
      <InlineNumber of={1} label="weight" value={applied} minimum={0} apply={setApplied} />
      <p>{`weight ${applied}`}</p>
    </>
  );
}

test.each([
  ['１２．５', 'insertText', 6_250_000],
  ['１２。５', 'insertCompositionText', 6_250_000],
  ['12,5', 'insertFromPaste', 6_250_000],
  [' 1,234 ', 'insertFromPaste', 617_000_000],
])('a field for money reads %s (%s) as a number', async (typed, inputType, quota) => {
  fakeServer();
  await renderAt('/token', Fields);
  const field = await screen.findByLabelText<HTMLInputElement>('money');
  fireEvent.input(field, { target: { value: typed }, inputType });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(String(quota)));
});

test('a number in a row takes full-width digits, and an Enter that only ends their composition applies nothing', async () => {
  fakeServer();
  await renderAt('/token', Fields);
  const field = await screen.findByLabelText<HTMLInputElement>('weight');
  fireEvent.input(field, { target: { value: '２３' } });
  expect(field.value).toBe('23');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  screen.getByText('weight 1');
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('weight 23');
});
