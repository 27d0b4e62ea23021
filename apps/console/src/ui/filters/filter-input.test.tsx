import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { FilterInput } from './filter-input.tsx';

async function typeInto(live: boolean) {
  fakeServer();
  const apply = vi.fn<(words: string) => void>();
  await renderAt('/', () => <FilterInput label="Find" value="" apply={apply} live={live} />);
  const field = await screen.findByRole('textbox', { name: 'Find' });
  for (const words of ['g', 'gp', 'gpt ']) fireEvent.change(field, { target: { value: words } });
  return { apply, field };
}

test('a filter applies while typing, once after a pause, with surrounding spaces trimmed', async () => {
  const { apply } = await typeInto(true);
  expect(apply).not.toHaveBeenCalled();
  await waitFor(() => expect(apply.mock.calls).toEqual([['gpt']]));
});

test('a filter for whole names only waits for Enter', async () => {
  const { apply, field } = await typeInto(false);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(apply.mock.calls).toEqual([['gpt']]);
});
