import { fireEvent, screen } from '@testing-library/react';
import type { ImportRunEntry } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { ImportPage } from './page.tsx';

const run: ImportRunEntry = {
  state: 'done',
  started_at: 1,
  source: 'mysql://old/shop',
  dry_run: true,
  area: 'orders',
  done: 1,
  total: 1,
  failure: null,
  report: {
    family: 'one-api',
    name: 'one-api',
    source: 'mysql://old/shop',
    dry_run: true,
    areas: [{ area: 'users', found: 12, imported: 11, present: 0, renewed: 0, skipped: 1 }],
    groups: {},
    channel_types: [
      { from: 41, to: 8, name: 'Custom', address: 'https://api.novita.ai/v3/openai', count: 2 },
    ],
    options: [
      { from: 'SystemName', to: 'SystemName' },
      { from: 'PaymentUSDRate', to: 'Price' },
    ],
    prices: { stated: 9, built_in: 1, here: 2, none: ['my-model'] },
    findings: [
      {
        area: 'users',
        code: 'user_debt',
        count: 30,
        examples: [{ subject: '小明', detail: '42' }],
      },
    ],
    money: { balances: 1000, debts: 42, opened: null, differences: null },
  },
};

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('an installation in use is told with the option that helps, which one click turns on', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 }));
  fakeServer({
    'GET /api/import/': () => ({
      ...run,
      state: 'failed',
      report: null,
      failure: { code: 'in_use', detail: '' },
    }),
  });
  await renderAt('/import', ImportPage);
  fireEvent.click(await screen.findByRole('button', { name: text('imports.page.turnOnMerge') }));
  const option = screen.getByRole<HTMLInputElement>('checkbox', {
    name: text('imports.page.merge'),
  });
  expect(option.checked).toBe(true);
  expect(option.closest('details')?.open).toBe(true);
});

test('an import is offered only after a dry run with exactly the same input', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 }));
  let latest: ImportRunEntry | null = null;
  const server = fakeServer({
    'GET /api/import/': () => latest,
    'POST /api/import/start': () => {
      latest = run;
      return { source: run.source };
    },
  });
  await renderAt('/import', ImportPage);
  const [dry, real] = [text('imports.page.try'), text('imports.page.import')];
  fireEvent.click(await screen.findByRole('button', { name: dry }));
  expect(await screen.findByText(text('imports.page.required'))).toBeDefined();
  fireEvent.click(screen.getByText(text('imports.page.address')));
  const field = await screen.findByLabelText(text('imports.page.addressLabel'));
  fireEvent.change(field, { target: { value: 'mysql://a:b@old/shop' } });
  expect(screen.queryByRole('button', { name: real })).toBeNull();
  fireEvent.click(button(dry));
  await screen.findByText(text('imports.page.dryReport'));
  await screen.findByRole('button', { name: real });
  expect(server.bodiesOf('POST /api/import/start')).toMatchObject([
    { address: 'mysql://a:b@old/shop', dry_run: true, merge: false, logs: false },
  ]);
  expect(screen.getByText(text('imports.findings.user_debt'))).toBeDefined();
  expect(screen.getByText('小明: 42')).toBeDefined();
  expect(screen.getByText('PaymentUSDRate → Price')).toBeDefined();
  expect(screen.getByText('my-model')).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: text('imports.page.logs') }));
  expect(screen.queryByRole('button', { name: real })).toBeNull();
  expect(screen.getByText(text('imports.page.changed'))).toBeDefined();
});

test('after a reload, a running import shows its progress and blocks another one', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 }));
  fakeServer({
    'GET /api/import/': () => ({
      ...run,
      state: 'running',
      report: null,
      area: 'logs',
      done: 250,
      total: 1000,
    }),
  });
  await renderAt('/import', ImportPage);
  const bar = await screen.findByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('25');
  expect(button(text('imports.page.try')).disabled).toBe(true);
});

test('a finished import leads to what to check next', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 }));
  const report = run.report && { ...run.report, dry_run: false };
  fakeServer({ 'GET /api/import/': () => ({ ...run, dry_run: false, report }) });
  await renderAt('/import', ImportPage);
  const link = await screen.findByRole('link', { name: text('imports.page.next.channels') });
  expect(link.getAttribute('href')).toBe('/channel');
});

test("a failed import shows what failed, the reason and the database's own message", async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 }));
  const failure = { code: 'login_refused' as const, detail: 'Access denied for user' };
  fakeServer({
    'GET /api/import/': () => ({ ...run, state: 'failed', report: null, failure }),
  });
  await renderAt('/import', ImportPage);
  expect(await screen.findByText(text('imports.failures.login_refused'))).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain(text('imports.page.dryFailedTitle'));
  expect(screen.getByText('Access denied for user')).toBeDefined();
  expect(screen.getByText(text('imports.page.nothingChanged'))).toBeDefined();
});
