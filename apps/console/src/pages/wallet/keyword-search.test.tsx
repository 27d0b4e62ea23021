import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderAt } from '../../../test-support/render-at.tsx';
import { KeywordSearch } from './keyword-search.tsx';

test('a list is filtered while typing, after a pause', async () => {
  const applied: string[] = [];
  await renderAt('/topup', () => (
    <KeywordSearch label="find" value="" apply={(keyword) => applied.push(keyword)} />
  ));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const value of ['a', 'ab', 'abc '])
    fireEvent.change(screen.getByRole('textbox', { name: 'find' }), { target: { value } });
  expect(applied).toEqual([]);
  vi.runAllTimers();
  expect(applied).toEqual(['abc']);
});
