import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '../../../test-support/render-at.tsx';
import { InlineNumber } from './inline-number.tsx';

test('a number edited in its row is as wide as its digits, so that none is cut off', async () => {
  await renderAt('/', () => (
    <InlineNumber of={1} label="Priority" value={1_000_000} minimum={0} apply={() => {}} />
  ));
  const input = await screen.findByLabelText<HTMLInputElement>('Priority');
  expect(input.style.minWidth).toBe('calc(7ch + 20px)');
});
