import { fireEvent, screen, waitFor } from '@testing-library/react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import type { RangeChoice } from './range-choice.ts';
import { RangePicker } from './range-picker.tsx';

const at = (time: string) => dayjs(time).unix();
const WEEK = { start: at('2026-11-16T00:00:00'), end: at('2026-11-22T23:59:59') };

async function show() {
  const choices: RangeChoice[] = [];
  fakeServer();
  await renderAt('/', () => {
    const [choice, setChoice] = useState<RangeChoice>({
      preset: '7d',
      range: WEEK,
      comparison: 'before',
    });
    const choose = (chosen: RangeChoice) => {
      choices.push(chosen);
      setChoice(chosen);
    };
    return <RangePicker {...choice} choose={choose} />;
  });
  return choices;
}

async function open() {
  fireEvent.click(await screen.findByRole('button', { name: /^Time range/ }));
  return screen.findByLabelText(text('ui.time.start'));
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(text(label)), { target: { value } });
const apply = () => fireEvent.click(screen.getByRole('button', { name: text('ui.table.apply') }));

test('a preset takes one click, and a typed range is exact to the minute and clears the preset', async () => {
  const choices = await show();
  fireEvent.click(await screen.findByRole('radio', { name: '30 d' }));
  expect(choices.at(-1)?.preset).toBe('30d');
  await open();
  type('ui.time.start', '2026-11-20 06:00');
  type('ui.time.end', '2026-11-20 11:59');
  apply();
  const range = { start: at('2026-11-20T06:00:00'), end: at('2026-11-20T11:59:59') };
  expect(choices.at(-1)).toEqual({ preset: '', range, comparison: 'before' });
});

test('a calendar month takes two clicks', async () => {
  const choices = await show();
  await open();
  fireEvent.click(screen.getByRole('button', { name: text('ui.range.lastMonth') }));
  const first = dayjs().startOf('month');
  expect(choices.at(-1)).toMatchObject({
    preset: '',
    range: { start: first.subtract(1, 'month').unix(), end: first.unix() - 1 },
  });
});

test('a range that is reversed, invalid or longer than a year is rejected with a message', async () => {
  const choices = await show();
  await open();
  type('ui.time.end', '2026-11-01 00:00');
  apply();
  await screen.findByText(text('ui.range.reversed'));
  type('ui.time.start', '2024-11-01 00:00');
  await screen.findByText(text('ui.range.tooLong'));
  type('ui.time.start', 'yesterday');
  await screen.findByText(text('ui.time.bad'));
  expect(choices).toEqual([]);
});

test('two clicks in the calendar select whole days', async () => {
  const choices = await show();
  await open();
  for (const day of ['10 November 2026', '12 November 2026'])
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${day}`) }));
  apply();
  await waitFor(() =>
    expect(choices.at(-1)?.range).toEqual({
      start: at('2026-11-10T00:00:00'),
      end: at('2026-11-12T23:59:59'),
    }),
  );
});
