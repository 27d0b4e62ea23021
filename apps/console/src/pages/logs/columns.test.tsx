import { LOG_CONSUME, LOG_SYSTEM, LOG_TOPUP, type LogEntry } from '@tollgate/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { useTranslation } from '../../texts.tsx';
import { InCard } from '../../ui/display/row-context.ts';
import { logColumns } from './columns.tsx';

const event = (fields: Partial<LogEntry>) =>
  ({ id: 1, created_at: 1, model_name: '', channel: 0, other: '', ...fields }) as LogEntry;

/** Some cells of a row, each within an element named after its column. */
function Cells({
  row,
  ofCalls,
  shown = ['model', 'details'],
}: {
  row: LogEntry;
  ofCalls: boolean;
  shown?: string[];
}) {
  const { t } = useTranslation();
  return logColumns(t, true, ofCalls)
    .filter(({ key }) => shown.includes(key))
    .map(({ key, render }) => (
      <div key={key} data-testid={key}>
        {render(row)}
      </div>
    ));
}

async function cellsOf(ofCalls: boolean, row: LogEntry) {
  fakeServer();
  await renderAt('/log', () => <Cells row={row} ofCalls={ofCalls} />);
  const textOf = (key: string) => screen.getByTestId(key).textContent;
  return { model: textOf('model'), details: textOf('details') };
}

test('in the list of calls, an event shows its content once, instead of a model', async () => {
  const row = event({ type: LOG_TOPUP, content: 'Paid by card' });
  expect(await cellsOf(true, row)).toEqual({ model: 'Paid by card', details: '' });
});

test('in the list of events, the details show the content, and the model stays empty', async () => {
  const row = event({ type: LOG_TOPUP, content: 'Paid by card' });
  expect(await cellsOf(false, row)).toEqual({ model: '', details: 'Paid by card' });
});

test('an event with a model keeps its model and its details', async () => {
  const row = event({ type: LOG_SYSTEM, model_name: 'suno_music', content: 'Refunded' });
  expect(await cellsOf(true, row)).toEqual({ model: 'suno_music', details: 'Refunded' });
});

test('a team’s calls show its name with a mark, not the username that only keeps it unique', async () => {
  fakeServer();
  const row = event({ type: LOG_TOPUP, username: 'Atlas Research@IYDzO0', is_team: true });
  await renderAt('/log', () => <Cells row={row} ofCalls shown={['user']} />);
  expect(screen.getByTestId('user').textContent).toBe('Atlas Research');
  expect(screen.getByRole('img', { name: text('ui.team') })).toBeDefined();
});

test('a person whose username looks like a team’s is shown by their whole name, without a mark', async () => {
  fakeServer();
  const row = event({ type: LOG_TOPUP, username: 'joe@office', is_team: false });
  await renderAt('/log', () => <Cells row={row} ofCalls shown={['user']} />);
  expect(screen.getByTestId('user').textContent).toBe('joe@office');
  expect(screen.queryByRole('img', { name: text('ui.team') })).toBeNull();
});

test('in a card, which has no column header, a duration has its unit', async () => {
  fakeServer();
  const row = event({ type: LOG_CONSUME, use_time: 2, other: '{"total_ms":1834}' });
  await renderAt('/log', () => (
    <>
      <Cells row={row} ofCalls shown={['total']} />
      <InCard value>
        <Cells row={row} ofCalls shown={['total']} />
      </InCard>
    </>
  ));
  const texts = screen.getAllByTestId('total').map(({ textContent }) => textContent);
  expect(texts).toEqual(['1,834', text('logs.milliseconds', { ms: '1,834' })]);
});
