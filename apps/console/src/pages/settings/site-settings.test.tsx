import { fireEvent, screen, waitFor } from '@testing-library/react';
import { optionRegistry } from '@tollgate/contract';
import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { SiteSettings } from './site-settings.tsx';

let server: ReturnType<typeof fakeServer>;
const savedOptions = () => server.bodiesOf('PUT /api/option/');

/** Opens the settings as the super admin, with all options at their defaults except these. */
async function openSettings(query: string, changed: Readonly<Record<string, string>> = {}) {
  storeUser({ id: 1, role: 100, token: 't' } as StoredUser);
  server = fakeServer({
    'PUT /api/option/': () => null,
    'GET /api/option/': () =>
      optionRegistry
        .filter(({ secret }) => !secret)
        .map(({ key, default: value }) => ({ key, value: changed[key] ?? value })),
    'GET /api/option/secrets': () => [],
    'GET /api/user/self': () => new Promise(() => {}),
  });
  return renderAt(`/setting${query}`, SiteSettings);
}

const shownKeys = () =>
  [...document.querySelectorAll('[data-path]')].map((field) => field.getAttribute('data-path'));

test('options that differ from their default are listed together, and can be reset', async () => {
  await openSettings('?show=own', { RetryTimes: '3', RebateWaitDays: '0' });
  await waitFor(() => expect(shownKeys()).toEqual(['RetryTimes', 'RebateWaitDays']));
  const name = text('options.RetryTimes');
  fireEvent.click(screen.getByRole('button', { name: text('setting.toDefaultOf', { name }) }));
  // Reset to its default it is no longer listed, but is unsaved in the bar.
  await waitFor(() => expect(shownKeys()).toEqual(['RebateWaitDays']));
  const bar = screen.getByRole('region', { name: text('ui.unsaved.label') });
  expect(bar.textContent).toContain(name);
});

test('a link that names only an option opens its section at its field, until another tab is selected', async () => {
  await openSettings('?option=RebateWaitDays');
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('data-path')).toBe('RebateWaitDays'),
  );
  fireEvent.click(screen.getByRole('tab', { name: text('setting.tabs.system') }));
  await waitFor(() => expect(shownKeys()).toContain('ServerAddress'));
});

test('shortening a retention says what it deletes before it is saved; other changes are saved at once', async () => {
  await openSettings('?q=LogRetentionDays', { LogRetentionDays: '90' });
  const label = text('options.LogRetentionDays');
  const field = await screen.findByLabelText(label);
  fireEvent.change(field, { target: { value: '120' } });
  const saveChange = () =>
    fireEvent.click(
      screen.getByRole('button', { name: text('setting.saveChanges', { count: 1 }) }),
    );
  saveChange();
  await waitFor(() =>
    expect(savedOptions()).toMatchObject([{ key: 'LogRetentionDays', value: '120' }]),
  );
  fireEvent.change(await screen.findByLabelText(label), { target: { value: '30' } });
  saveChange();
  const dialog = await screen.findByRole('dialog', { name: text('setting.deletion.title') });
  expect(dialog.textContent).toContain(dayjs().subtract(30, 'day').format('YYYY-MM-DD'));
  expect(savedOptions()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: text('setting.deletion.confirm') }));
  await waitFor(() => expect(savedOptions()).toHaveLength(2));
});

test('a retention that is refused asks for no confirmation, but says why', async () => {
  await openSettings('?q=UsageRetentionDays');
  const field = await screen.findByLabelText(text('options.UsageRetentionDays'));
  fireEvent.change(field, { target: { value: '7' } });
  fireEvent.click(screen.getByRole('button', { name: text('setting.saveChanges', { count: 1 }) }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(savedOptions()).toEqual([]);
});

test('a search also finds sections of the personal settings', async () => {
  await openSettings(`?q=${encodeURIComponent(text('personal.sections.sessions'))}`);
  const link = await screen.findByRole('link', { name: text('personal.sections.sessions') });
  expect(link.getAttribute('href')).toContain('tab=personal&section=sessions');
});

test('a search without a match says where the settings of the server are', async () => {
  await openSettings('?q=no-such-setting');
  const link = await screen.findByRole('link', { name: text('setting.variables') });
  expect(link.getAttribute('href')).toBe('/docs/variables');
});
