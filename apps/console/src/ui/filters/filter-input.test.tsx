import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
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

/** A list whose filter takes effect when `arrive` is called, as a navigation does. */
async function openList() {
  fakeServer();
  const applied: string[] = [];
  let take: (value: string) => void = () => {};
  await renderAt('/', () => {
    const [value, setValue] = useState('');
    take = setValue;
    return <FilterInput label="Find" value={value} apply={(words) => applied.push(words)} />;
  });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const isApplied = (words: string) => waitFor(() => expect(applied.at(-1)).toBe(words));
  return { applied, field, type, isApplied, arrive: (value: string) => act(() => take(value)) };
}

test('what is typed while a filter takes effect stays, as does a space before the next word', async () => {
  const { field, type, isApplied, arrive } = await openList();
  type('my ');
  await isApplied('my');
  arrive('my');
  expect(field.value).toBe('my ');
  type('my channel');
  await isApplied('my channel');
  type('my channels');
  arrive('my channel');
  expect(field.value).toBe('my channels');
  await isApplied('my channels');
  arrive('my channels');
  arrive('my channel');
  expect(field.value).toBe('my channel');
});

test('a filter that was typed away again before it took effect is taken back', async () => {
  const { applied, type, isApplied, arrive } = await openList();
  type('gpt');
  await isApplied('gpt');
  type('');
  await isApplied('');
  arrive('gpt');
  arrive('');
  expect(applied).toEqual(['gpt', '']);
});

test('letters that an input method still composes don’t filter the list, nor does the Enter that ends this', async () => {
  const { applied, field, isApplied } = await openList();
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: 'ce shi' }, isComposing: true });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.runAllTimers();
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(applied).toEqual([]);
  fireEvent.input(field, { target: { value: '测试' }, isComposing: true });
  fireEvent.compositionEnd(field);
  vi.runAllTimers();
  vi.useRealTimers();
  await isApplied('测试');
  expect(applied).toEqual(['测试']);
});
