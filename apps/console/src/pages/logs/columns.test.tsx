import { LOG_SYSTEM, LOG_TOPUP, type LogEntry } from '@tollgate/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { useTranslation } from '../../texts.tsx';
import { logColumns } from './columns.tsx';

const event = (fields: Partial<LogEntry>) =>
  ({ id: 1, created_at: 1, model_name: '', channel: 0, other: '', ...fields }) as LogEntry;

/** The model and details cells of a row, each within an element named after its column. */
function Cells({ row, ofCalls }: { row: LogEntry; ofCalls: boolean }) {
  const { t } = useTranslation();
  return logColumns(t, true, ofCalls)
    .filter(({ key }) => key === 'model' || key === 'details')
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
