import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { notificationEvents } from '@tollgate/contract';
import i18next from 'i18next';
import { expect, onTestFinished, test } from 'vitest';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { NotificationsPage } from './page.tsx';
import { TemplatesView } from './templates-view.tsx';

const t = (key: string) => i18next.t(`notifications.${key}` as 'notifications.test');

const target = {
  id: 3,
  channel: 'telegram',
  name: 'Night watch',
  enabled: true,
  digest: 'none',
  language: 'en',
  settings: { chat_id: '7' },
  secrets: ['token'],
};

const overview = {
  email: 'a@example.test',
  can_mail: true,
  default_thresholds: { balance_low: 1_000_000, key_expiring: 3 },
  targets: [target],
  subscriptions: [],
};

test("testing a target shows its provider's response verbatim", async () => {
  fakeServer({
    'GET /api/notification/self/': () => overview,
    'POST /api/notification/self/target/3/test': () => ({ ok: false, answer: '403 bot blocked' }),
  });
  await renderAt('/notifications?view=targets', NotificationsPage);
  fireEvent.click(await screen.findByRole('button', { name: `${t('test')}: Night watch` }));
  expect(await screen.findByText(/403 bot blocked/)).toBeTruthy();
});

test("a digest for the user's own e-mail address is selected next to it and saved with its language", async () => {
  const server = fakeServer({
    'GET /api/notification/self/': () => ({
      ...overview,
      email_settings: { digest: 'none', language: 'both' },
    }),
  });
  await renderAt('/notifications?view=targets', NotificationsPage);
  fireEvent.click(
    await screen.findByRole('combobox', { name: `${t('ownEmail')}: ${t('digest')}` }),
  );
  fireEvent.click(await screen.findByRole('option', { name: t('digests.daily') }));
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/notification/self/email')).toEqual([
      { digest: 'daily', language: 'both' },
    ]),
  );
});

test('ticking an event saves only that subscription and keeps its threshold', async () => {
  const server = fakeServer({ 'GET /api/notification/self/': () => overview });
  await renderAt('/notifications', NotificationsPage);
  const event = await screen.findByRole('row', { name: t('events.balance_low.name') });
  fireEvent.click(within(event).getByRole('checkbox', { name: 'Night watch' }));
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/notification/self/subscriptions')).toEqual([
      {
        subscriptions: [{ target_id: 3, event: 'balance_low', enabled: true, threshold: null }],
      },
    ]),
  );
});

test('the low-balance threshold is entered in money and saved in quota', async () => {
  const stored = { target_id: 3, event: 'balance_low', enabled: true, threshold: 2_500_000 };
  const server = fakeServer({
    'GET /api/notification/self/': () => ({ ...overview, subscriptions: [stored] }),
  });
  await renderAt('/notifications', NotificationsPage);
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: `${t('events.balance_low.name')}: ${t('thresholds.quota')}`,
  });
  expect(field.value).toBe('$5.00');
  fireEvent.change(field, { target: { value: '7.5' } });
  fireEvent.blur(field);
  await waitFor(() =>
    expect(
      (server.bodiesOf('PUT /api/notification/self/subscriptions')[0] as typeof overview)
        .subscriptions,
    ).toContainEqual({ ...stored, threshold: 3_750_000 }),
  );
});

test('where no threshold is set, the field shows the one that applies', async () => {
  fakeServer({ 'GET /api/notification/self/': () => overview });
  await renderAt('/notifications', NotificationsPage);
  const field = (event: string, unit: string) =>
    screen.findByRole<HTMLInputElement>('textbox', {
      name: `${t(`events.${event}.name`)}: ${t(`thresholds.${unit}`)}`,
    });
  const [balance, days] = [
    await field('balance_low', 'quota'),
    await field('key_expiring', 'days'),
  ];
  expect([balance.value, balance.placeholder]).toEqual(['', '$2.00']);
  expect([days.value, days.placeholder]).toEqual(['', '3']);
});

test('a text with a placeholder that its event lacks is rejected before it is saved', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 }));
  onTestFinished(() => localStorage.removeItem('user'));
  fakeServer({
    'GET /api/notification/site/': () => overview,
    'GET /api/notification/templates': () => [],
  });
  await renderAt('/notifications?owner=site&view=templates', NotificationsPage);
  const title = await screen.findByRole('textbox', { name: t('template.title') });
  fireEvent.change(title, { target: { value: '{{nothing}}' } });
  expect(title.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('button', { name: t('save') })).toHaveProperty('disabled', true);
});

test('a typed text is not discarded without asking when another event or view is chosen', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 }));
  onTestFinished(() => localStorage.removeItem('user'));
  fakeServer({
    'GET /api/notification/site/': () => overview,
    'GET /api/notification/templates': () => [],
  });
  await renderAt('/notifications?owner=site&view=templates', NotificationsPage);
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: t('template.title') });
  fireEvent.change(title, { target: { value: 'Mine' } });
  const cancel = async () => {
    fireEvent.click(await screen.findByRole('button', { name: text('ui.cancel') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(title.value).toBe('Mine');
    expect(title.isConnected).toBe(true);
  };
  fireEvent.click(screen.getByRole('combobox', { name: t('event') }));
  fireEvent.click(await screen.findByRole('option', { name: t('events.new_login.name') }));
  await cancel();
  fireEvent.click(screen.getByRole('button', { name: t('tabs.targets') }));
  await cancel();
});

test('saving an e-mail target on a site that cannot send mail fails with a link to the missing setting', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 }));
  onTestFinished(() => localStorage.removeItem('user'));
  const mail = {
    ...target,
    channel: 'email',
    settings: { email: 'ops@example.test' },
    secrets: [],
  };
  fakeServer({
    'GET /api/notification/site/': () => ({ ...overview, targets: [mail] }),
    'PUT /api/notification/site/target': () =>
      Response.json({ success: false, message: 'Set SMTP server first', field: 'channel' }),
  });
  await renderAt('/notifications?owner=site&view=targets', NotificationsPage);
  fireEvent.click(await screen.findByText('Night watch'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: t('save') }));
  expect(await screen.findByText(/Set SMTP server first/)).toBeTruthy();
  const link = screen.getByRole('link', { name: t('setUpMail') });
  expect(link.getAttribute('href')).toContain('option=SMTPServer');
});

test('editing a target sends only what was changed, and which target it is', async () => {
  const server = fakeServer({ 'GET /api/notification/self/': () => overview });
  await renderAt('/notifications?view=targets', NotificationsPage);
  fireEvent.click(await screen.findByText('Night watch'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(t('name')), { target: { value: 'Day watch' } });
  fireEvent.click(dialog.getByRole('button', { name: t('save') }));
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/notification/self/target')).toEqual([
      { id: 3, channel: 'telegram', name: 'Day watch', settings: {} },
    ]),
  );
});

test.each(['settings.chat_id', 'chat_id', 'name'])(
  'what the server refuses about %s of a target is said at that field',
  async (field) => {
    const saved = 'PUT /api/notification/self/target';
    const message = 'too long';
    fakeServer({
      'GET /api/notification/self/': () => ({ ...overview, targets: [target] }),
      [saved]: () => Response.json({ success: false, message, field }, { status: 400 }),
    });
    await renderAt('/notifications?view=targets', NotificationsPage);
    fireEvent.click(await screen.findByText('Night watch'));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: t('save') }));
    const reason = await within(dialog).findByText('too long');
    const path = field === 'name' ? field : 'settings.chat_id';
    const input = dialog.querySelector(`[data-path="${path}"]`);
    expect(input?.getAttribute('aria-describedby')?.split(' ')).toContain(reason.id);
  },
);

test('filtering deliveries by state refetches the list from its first page', async () => {
  const server = fakeServer({
    'GET /api/notification/self/': () => overview,
    'GET /api/notification/self/deliveries': () => page([]),
  });
  await renderAt('/notifications?view=deliveries&p=3', NotificationsPage);
  fireEvent.click(await screen.findByRole('combobox', { name: t('columns.state') }));
  fireEvent.click(await screen.findByRole('option', { name: t('states.failed') }));
  await waitFor(() =>
    expect(
      server.requests.findLast(({ route }) => route.endsWith('/deliveries'))?.query,
    ).toMatchObject({ state: 'failed', p: '1' }),
  );
});

test.each([
  ['own', 100, false, 'setUpMail', 'option=SMTPServer'],
  ['own', 1, false, undefined, ''],
  ['own', 1, true, 'mailOff.addAddress', 'section=bindings'],
  ['site', 100, true, 'mailOff.addAddress', 'section=bindings'],
  ['site', 10, true, undefined, ''],
] as const)(
  'events of undeliverable %s e-mail can still be chosen, and role %i (mail server: %s) gets a link to what is missing',
  async (owner, role, canMail, action, target) => {
    localStorage.setItem('user', JSON.stringify({ id: 1, username: 'one', role, status: 1 }));
    onTestFinished(() => localStorage.removeItem('user'));
    const server = fakeServer({
      [`GET /api/notification/${owner === 'own' ? 'self' : 'site'}/`]: () => ({
        ...overview,
        email: '',
        can_mail: canMail,
      }),
    });
    await renderAt(`/notifications?owner=${owner}`, NotificationsPage);
    const alert = await screen.findByRole('alert');
    const links = within(alert).queryAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(action ? [t(action)] : []);
    for (const link of links) expect(link.getAttribute('href')).toContain(target);
    const label = t(owner === 'own' ? 'ownEmail' : 'siteEmail');
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: label });
    expect(boxes.some(({ checked }) => checked)).toBe(true);
    const route = `PUT /api/notification/${owner === 'own' ? 'self' : 'site'}/subscriptions`;
    server.serve(route, () => ({}));
    fireEvent.click(boxes.find(({ checked }) => checked) as HTMLInputElement);
    await waitFor(() =>
      expect(server.bodiesOf(route)).toMatchObject([
        { subscriptions: [{ target_id: 0, enabled: false }] },
      ]),
    );
  },
);

test('restoring the default text of an event asks first, and keeps the text if that is refused', async () => {
  const texts = { title: 'Mine', body: 'An hour of work' };
  const stored = (language: string) =>
    notificationEvents.map(({ id }) => ({ event: id, language, ...texts }));
  const server = fakeServer({
    'GET /api/notification/templates': () => [...stored('zh'), ...stored('en')],
    'PUT /api/notification/templates': () => failure(500, 'away'),
  });
  await renderAt('/notifications', TemplatesView);
  await screen.findByDisplayValue('An hour of work');
  fireEvent.click(screen.getByRole('button', { name: t('template.reset') }));
  const dialog = await screen.findByRole('dialog');
  expect(server.bodiesOf('PUT /api/notification/templates')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: t('template.reset') }));
  await waitFor(() => expect(server.bodiesOf('PUT /api/notification/templates')).toHaveLength(1));
  await screen.findByRole('alert');
  screen.getByDisplayValue('An hour of work');
});
