import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CopyText } from '../display/copy.tsx';
import { InlineNumber } from '../forms/inline-number.tsx';
import { text } from '../../../test-support/text.ts';
import type { Column, DataTableProps, Selection } from './column.ts';
import { DataTable } from './data-table.tsx';
import { RowCards } from './row-cards.tsx';
import { SELECT_SWITCH_ID } from './select-switch.tsx';

interface Row {
  id: number;
  weight: number;
}
const nothing = () => undefined;
const columns: Column<Row>[] = [
  { key: 'id', header: 'ID', recycled: true, render: ({ id }) => `row ${id}` },
  {
    key: 'weight',
    header: 'Weight',
    recycled: true,
    render: ({ id, weight }) => (
      <InlineNumber of={id} label={`weight ${id}`} value={weight} minimum={0} apply={nothing} />
    ),
  },
  { key: 'own', header: 'Own', render: ({ id }) => <output>{`own ${id}`}</output> },
];

const named: Column<Row>[] = [
  { key: 'name', header: 'Name', render: ({ id }) => <CopyText text={`name ${id}`} /> },
];

const tableOf = (rows: readonly Row[] | undefined, more: Partial<DataTableProps<Row>> = {}) => (
  <MantineProvider env="test">
    <DataTable
      label="rows"
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      error={null}
      fetching={false}
      retry={nothing}
      empty={null}
      open={nothing}
      {...more}
    />
  </MantineProvider>
);

const FIRST = [
  { id: 3, weight: 5 },
  { id: 2, weight: 5 },
];
const NEXT = [
  { id: 1, weight: 5 },
  { id: 0, weight: 5 },
];

test('a click on a text that can be copied opens its row; its own button copies it', () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  const opened: number[] = [];
  render(tableOf(FIRST, { columns: named, open: ({ id }) => void opened.push(id) }));
  fireEvent.click(screen.getByText('name 2'));
  expect([opened, write.mock.calls]).toEqual([[2], []]);
  fireEvent.click(screen.getByRole('button', { name: `${text('ui.copy')}: name 2` }));
  expect([opened, write.mock.calls]).toEqual([[2], [['name 2']]]);
});

test('rows that arrive are never painted with more columns than fit', () => {
  const frame = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get');
  onTestFinished(() => frame.mockRestore());
  // What is too wide is a value, not the header above its placeholder.
  frame.mockImplementation(() => (screen.queryByText('own 3') ? 900 : 0));
  const ranked = columns.map((column) => (column.key === 'own' ? { ...column, rank: 1 } : column));
  const { rerender } = render(tableOf(undefined, { columns: ranked }));
  expect(screen.getByText('Own')).toBeTruthy();
  rerender(tableOf(FIRST, { columns: ranked }));
  expect(screen.queryByText('own 3')).toBeNull();
  expect(screen.getByText('row 3')).toBeTruthy();
});

test("the next page reuses the table's rows, but recreates cells with state", () => {
  const { rerender } = render(tableOf(FIRST));
  const [row, own] = [screen.getByText('row 3').parentElement, screen.getByText('own 3')];
  rerender(tableOf(NEXT));
  expect(screen.getByText('row 1').parentElement).toBe(row);
  expect(screen.getByText('own 1')).not.toBe(own);
});

test('input typed in a row is neither kept nor applied for the row that replaces it', () => {
  const { rerender } = render(tableOf(FIRST));
  const input = screen.getByLabelText<HTMLInputElement>('weight 3');
  input.focus();
  fireEvent.change(input, { target: { value: '77' } });
  rerender(tableOf(NEXT));
  expect(screen.getByLabelText<HTMLInputElement>('weight 1').value).toBe('5');
});

test('the focus of a removed row moves to the table, a row that only moved keeps it', () => {
  const { rerender } = render(tableOf(FIRST));
  screen.getByLabelText('weight 3').focus();
  rerender(tableOf([{ id: 4, weight: 5 }, ...FIRST.slice(0, 1)]));
  expect(document.activeElement).toBe(screen.getByLabelText('weight 3'));
  rerender(tableOf(NEXT));
  expect(document.activeElement).toBe(screen.getByRole('region'));
});

test('the rows of the page can be selected once they have loaded', () => {
  const ids = new Set<number>();
  const selection = { ids, change: nothing, total: 2, findAll: () => Promise.resolve([]) };
  const isDisabled = () =>
    screen.getByRole('checkbox', { name: text('ui.table.selectPage') }).matches(':disabled');
  const { rerender } = render(tableOf(undefined, { selection }));
  expect(isDisabled()).toBe(true);
  rerender(tableOf(FIRST, { selection }));
  expect(isDisabled()).toBe(false);
});

test('on a phone the selection switch is in the toolbar, or above the cards if there is none', () => {
  const list = (selection: Selection) => (
    <RowCards
      label="rows"
      rows={FIRST}
      columns={columns}
      rowId={({ id }: Row) => id}
      error={null}
      fetching={false}
      retry={nothing}
      empty={null}
      selection={selection}
    />
  );
  const selection = { ids: new Set<number>(), change: nothing } as unknown as Selection;
  const page = (toolbar: boolean) => (
    <MantineProvider env="test">
      {toolbar ? <span id={SELECT_SWITCH_ID} /> : null}
      {list(selection)}
    </MantineProvider>
  );
  const switchContainer = () => document.getElementById(SELECT_SWITCH_ID);
  const button = () => screen.getByRole('button', { name: text('ui.table.select') });
  const { unmount } = render(page(true));
  expect(switchContainer()?.contains(button())).toBe(true);
  fireEvent.click(button());
  expect(screen.getAllByRole('checkbox')).toHaveLength(FIRST.length);
  unmount();
  render(page(false));
  expect(button()).toBeTruthy();
});
