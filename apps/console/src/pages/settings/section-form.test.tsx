import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { optionRegistry } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { ChangeBar } from './change-bar.tsx';
import { SectionForm } from './section-form.tsx';
import { useOptionsForm } from './use-options-form.ts';

const KEYS = ['RealtimeSessionsPerKey', 'RealtimeSessionsPerUser', 'RateLimits'];

function QuotaSection({ keys }: { keys: readonly string[] }) {
  const section = {
    tab: 'operation',
    group: 'quota',
    options: optionRegistry.filter(({ key }) => keys.includes(key)),
  } as const;
  const form = useOptionsForm();
  return form.ready ? (
    <>
      <SectionForm section={section} form={form} whole={false} />
      <ChangeBar form={form} />
    </>
  ) : null;
}

/** Opens the section with stored options, as the super admin. */
async function openSection(...keys: string[]) {
  const stored = new Map([
    ['RealtimeSessionsPerKey', '100'],
    ['QuotaForNewUser', '100'],
    ['RealtimeSessionsPerUser', '200'],
    ['RateLimits', '[]'],
  ]);
  storeUser({ id: 1, role: 100, token: 't' } as StoredUser);
  const server = fakeServer({
    'GET /api/option/': () => [...stored].map(([key, value]) => ({ key, value })),
    'GET /api/option/secrets': () => [],
    'PUT /api/option/': ({ body }) => {
      const { key, value } = body as { key: string; value: string };
      stored.set(key, value);
    },
    'POST /api/option/batch': ({ body }) => {
      for (const { key, value } of (body as { options: { key: string; value: string }[] }).options)
        stored.set(key, value);
    },
  });
  const shown = keys.length > 0 ? keys : KEYS;
  await renderAt('/setting', () => <QuotaSection keys={shown} />);
  await waitFor(() => expect(document.querySelector(`[data-path="${shown[0]}"]`)).not.toBeNull());
  return {
    server,
    stored,
    /** What was saved, without the values that it was based on. */
    sent: () => [
      ...server.bodiesOf('PUT /api/option/').map(withoutBase),
      ...server
        .bodiesOf('POST /api/option/batch')
        .map((body) => ({ options: (body as { options: unknown[] }).options.map(withoutBase) })),
    ],
  };
}

function withoutBase(change: unknown) {
  const { before: _before, ...rest } = change as { before?: string };
  return rest;
}

const field = (key: string) => screen.getByLabelText<HTMLInputElement>(text(`options.${key}`));
const type = (key: string, value: string) => fireEvent.change(field(key), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Save/ }));

test('all changed options are saved in one request by a single bar, which then disappears', async () => {
  const { sent } = await openSection();
  type('RealtimeSessionsPerKey', '111');
  type('RealtimeSessionsPerUser', '222');
  save();
  await screen.findByText(text('setting.toast.saved'));
  expect(sent()).toEqual([
    {
      options: [
        { key: 'RealtimeSessionsPerKey', value: '111' },
        { key: 'RealtimeSessionsPerUser', value: '222' },
      ],
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull());
});

test('input typed while a save is in flight is kept for the next save', async () => {
  const { server, sent } = await openSection();
  type('RealtimeSessionsPerKey', '111');
  const listed = Promise.withResolvers<void>();
  server.serve('GET /api/option/secrets', async () => {
    await listed.promise;
    return [];
  });
  save();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull());
  type('RealtimeSessionsPerKey', '112');
  listed.resolve();
  await screen.findByText(text('setting.toast.saved'));
  await act(async () => {});
  save();
  await waitFor(() =>
    expect(sent()).toEqual([
      { key: 'RealtimeSessionsPerKey', value: '111' },
      { key: 'RealtimeSessionsPerKey', value: '112' },
    ]),
  );
});

test('options that are being saved are not saved again by Ctrl+Enter', async () => {
  const { server, sent } = await openSection();
  const slow = Promise.withResolvers<void>();
  server.serve('PUT /api/option/', () => slow.promise);
  type('RealtimeSessionsPerKey', '111');
  const saveByKeys = () =>
    fireEvent.keyDown(field('RealtimeSessionsPerKey'), { key: 'Enter', ctrlKey: true });
  saveByKeys();
  await waitFor(() => expect(sent()).toHaveLength(1));
  await act(async () => {});
  saveByKeys();
  slow.resolve();
  await screen.findByText(text('setting.toast.saved'));
  expect(sent()).toEqual([{ key: 'RealtimeSessionsPerKey', value: '111' }]);
});

test('if one changed option is invalid, none is saved, and the invalid one says so', async () => {
  const { sent } = await openSection();
  type('RealtimeSessionsPerUser', '222');
  type('RealtimeSessionsPerKey', '');
  save();
  await screen.findByText(text('setting.toast.badInput'));
  await waitFor(() =>
    expect(field('RealtimeSessionsPerKey').getAttribute('aria-invalid')).toBe('true'),
  );
  expect(field('RealtimeSessionsPerUser').getAttribute('aria-invalid')).not.toBe('true');
  expect(sent()).toEqual([]);
});

test('an option that the server refuses keeps all input and shows the reason at its field', async () => {
  const { server } = await openSection();
  server.serve('POST /api/option/batch', () =>
    Response.json(
      { success: false, message: 'too generous', data: null, field: 'RealtimeSessionsPerUser' },
      { status: 400 },
    ),
  );
  type('RealtimeSessionsPerKey', '111');
  type('RealtimeSessionsPerUser', '222');
  save();
  await screen.findByText('too generous');
  expect([field('RealtimeSessionsPerKey').value, field('RealtimeSessionsPerUser').value]).toEqual([
    '111',
    '222',
  ]);
  expect(field('RealtimeSessionsPerUser').getAttribute('aria-invalid')).toBe('true');
});

test('an invalid cell of an option table blocks saving its whole section until its row is removed', async () => {
  const { sent } = await openSection();
  const label = text('options.RateLimits');
  const column = text('setting.table.columns.requests');
  type('RealtimeSessionsPerUser', '222');
  fireEvent.click(screen.getByRole('button', { name: text('ui.pairs.add', { label }) }));
  fireEvent.change(
    screen.getByLabelText(text('setting.table.cell', { label, column, number: 1 })),
    {
      target: { value: 'many' },
    },
  );
  save();
  await screen.findByText(text('setting.toast.badInput'));
  expect(sent()).toEqual([]);
  const removal = text('ui.pairs.remove', { label, number: 1 });
  fireEvent.click(screen.getByRole('button', { name: removal }));
  save();
  await screen.findByText(text('setting.toast.saved'));
  expect(sent()).toEqual([{ key: 'RealtimeSessionsPerUser', value: '222' }]);
});

test('discarding resets every changed option of a section to its stored value', async () => {
  const { sent } = await openSection();
  type('RealtimeSessionsPerKey', '111');
  fireEvent.click(screen.getByRole('button', { name: text('setting.discard') }));
  await waitFor(() => expect(field('RealtimeSessionsPerKey').value).toBe('100'));
  expect(sent()).toEqual([]);
});

test('a switch names what it requires and links to the missing field', async () => {
  await openSection('EnabledAirwallex', 'AirwallexClient_ID', 'AirwallexAPI_Key');
  const link = screen.getByRole('link', { name: 'Airwallex API key' });
  expect(link.getAttribute('href')).toContain('option=AirwallexAPI_Key');
});

test('an invalid option is named in the bar, with the reason and a link to its field', async () => {
  await openSection();
  type('RealtimeSessionsPerKey', '');
  save();
  const bar = await screen.findByRole('region', { name: text('ui.unsaved.label') });
  const link = await within(bar).findByRole('link', {
    name: text('options.RealtimeSessionsPerKey'),
  });
  expect(link.getAttribute('href')).toContain('option=RealtimeSessionsPerKey');
});

test('a refusal links to the option that the server names as missing, or to the personal settings for a second factor', async () => {
  const { server } = await openSection('RealtimeSessionsPerKey');
  const refuse = (refusal: { code: string; message: string; missing?: string[] }) =>
    server.serve('PUT /api/option/', () =>
      Response.json({ success: false, data: null, field: 'RealtimeSessionsPerKey', ...refusal }),
    );
  const groups = text('options.GroupRatio');
  const message = `No group vip: add it under ${groups} first`;
  refuse({ code: 'option_group_unknown', message, missing: ['GroupRatio'] });
  type('RealtimeSessionsPerKey', '111');
  save();
  const [link] = await screen.findAllByRole('link', { name: groups });
  expect(link?.getAttribute('href')).toContain('option=GroupRatio');
  expect(link?.parentElement?.textContent).toContain(message);
  refuse({ code: 'second_factor_missing', message: 'Set one up' });
  type('RealtimeSessionsPerKey', '112');
  save();
  const [own] = await screen.findAllByRole('link', { name: 'Set one up' });
  expect(own?.getAttribute('href')).toMatch(/setting\?tab=personal/);
});

test('a port is shown without thousands separators, other numbers with them', async () => {
  await openSection('RealtimeSessionsPerKey', 'SMTPPort');
  type('SMTPPort', '2525');
  type('RealtimeSessionsPerKey', '2525');
  expect([field('SMTPPort').value, field('RealtimeSessionsPerKey').value]).toEqual([
    '2525',
    '2,525',
  ]);
});

test('an amount is entered and shown in money, and saved in quota', async () => {
  const { sent } = await openSection('QuotaForNewUser');
  type('QuotaForNewUser', '2.5');
  expect(field('QuotaForNewUser').value).toBe('$2.5');
  const bar = await screen.findByRole('region', { name: text('ui.unsaved.label') });
  expect(bar.textContent).toContain('$0.0002');
  expect(bar.textContent).toContain('$2.50');
  save();
  await waitFor(() => expect(sent()).toEqual([{ key: 'QuotaForNewUser', value: '1250000' }]));
});

test('on a site that displays quota, an amount is entered in quota and also shown in money', async () => {
  localStorage.setItem('display_in_currency', 'false');
  onTestFinished(() => localStorage.removeItem('display_in_currency'));
  const { sent } = await openSection('QuotaForNewUser');
  const worth = text('ui.worth', { money: '$0.0002' });
  expect(document.querySelector('.setting')?.textContent).toContain(worth);
  type('QuotaForNewUser', '250');
  save();
  await waitFor(() => expect(sent()).toEqual([{ key: 'QuotaForNewUser', value: '250' }]));
});

test('an option that somebody else has changed since is not overwritten before its author knows', async () => {
  const { server, stored } = await openSection();
  const bodies = () => server.bodiesOf('PUT /api/option/');
  server.serve('PUT /api/option/', ({ body }) => {
    const { key, value, before } = body as { key: string; value: string; before: string };
    if (stored.get(key) === before) return void stored.set(key, value);
    const refusal = { code: 'option_changed', message: 'Somebody was faster', field: key };
    return Response.json({ success: false, data: null, ...refusal });
  });
  type('RealtimeSessionsPerKey', '11');
  stored.set('RealtimeSessionsPerKey', '150');
  type('RealtimeSessionsPerKey', '111');
  save();
  await screen.findByText('Somebody was faster');
  expect(stored.get('RealtimeSessionsPerKey')).toBe('150');
  fireEvent.click(screen.getByRole('button', { name: /^Review/ }));
  const bar = screen.getByRole('region', { name: text('ui.unsaved.label') });
  await waitFor(() => expect(bar.textContent).toContain('150'));
  save();
  await screen.findByText(text('setting.toast.saved'));
  expect(bodies()).toEqual([
    { key: 'RealtimeSessionsPerKey', value: '111', before: '100' },
    { key: 'RealtimeSessionsPerKey', value: '111', before: '150' },
  ]);
});

test('input is based on what was stored when it began, and its own save is no change by others', async () => {
  const { server, stored } = await openSection();
  const listed = Promise.withResolvers<void>();
  type('RealtimeSessionsPerKey', '111');
  server.serve('GET /api/option/', async () => {
    await listed.promise;
    return [...stored].map(([key, value]) => ({ key, value }));
  });
  save();
  await waitFor(() => expect(stored.get('RealtimeSessionsPerKey')).toBe('111'));
  type('RealtimeSessionsPerKey', '112');
  await act(async () => {});
  save();
  await waitFor(() => expect(stored.get('RealtimeSessionsPerKey')).toBe('112'));
  listed.resolve();
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/option/')).toEqual([
      { key: 'RealtimeSessionsPerKey', value: '111', before: '100' },
      { key: 'RealtimeSessionsPerKey', value: '112' },
    ]),
  );
});
