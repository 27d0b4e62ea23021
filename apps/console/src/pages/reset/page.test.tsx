import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { ResetConfirmPage } from './confirm-page.tsx';
import { ResetPage } from './page.tsx';

const SEND = 'GET /api/reset_password';
const CONFIRM = 'POST /api/user/reset';
const press = (key: string) => fireEvent.click(screen.getByRole('button', { name: text(key) }));

async function openReset() {
  const server = fakeServer();
  await renderAt('/reset', () => <ResetPage />);
  await screen.findByText(text('registration.reset.text'));
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText(text('registration.email')), { target: { value } });
  return { server, type };
}

test('after a reset e-mail is requested, the next one to the same address has to wait', async () => {
  const { server, type } = await openReset();
  type('ann@example.org');
  press('registration.reset.submit');
  await screen.findByText(text('registration.reset.sent'));
  expect(screen.queryByRole('button', { name: text('registration.reset.submit') })).toBeNull();
  const sent = server.requests.filter(({ route }) => route === SEND);
  expect(sent.map(({ query }) => query['email'])).toEqual(['ann@example.org']);
  type('anna@example.org');
  expect(screen.getByRole('button', { name: text('registration.reset.submit') })).toBeTruthy();
});

test('on a site without a mail server, the administrator is named instead of a form', async () => {
  fakeServer({ 'GET /api/status': () => ({ mail: false }) });
  await renderAt('/reset', () => <ResetPage />);
  await screen.findByText(text('registration.reset.noMail'));
  expect(screen.queryByLabelText(text('registration.email'))).toBeNull();
});

test('no e-mail is requested without an address', async () => {
  const { server, type } = await openReset();
  type('  ');
  press('registration.reset.submit');
  expect(await screen.findByText(text('registration.emailRequired'))).toBeTruthy();
  const field = screen.getByLabelText(text('registration.email'));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(server.requests.some(({ route }) => route === SEND)).toBe(false);
});

test('a complete link leads to the new password, which is shown once set', async () => {
  const server = fakeServer({ [CONFIRM]: () => 'new-Passw0rd' });
  await renderAt('/user/reset?email=ann%40example.org&token=t1', () => <ResetConfirmPage />);
  await screen.findByText(text('registration.confirm.text'));
  press('registration.confirm.submit');
  await screen.findByText(text('registration.confirm.done'));
  expect(screen.getByRole('status').textContent).toContain('new-Passw0rd');
  expect(server.bodiesOf(CONFIRM)).toEqual([{ email: 'ann@example.org', token: 't1' }]);
});

test('a truncated link is reported as broken and sends nothing', async () => {
  const server = fakeServer();
  await renderAt('/user/reset?email=ann%40example.org', () => <ResetConfirmPage />);
  expect(await screen.findByText(text('registration.confirm.broken'))).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', {
    name: text('registration.confirm.submit'),
  });
  expect(button.disabled).toBe(true);
  expect(server.bodiesOf(CONFIRM)).toEqual([]);
  const again = screen.getByRole('link', { name: text('registration.confirm.again') });
  expect(again.getAttribute('href')).toBe('/reset');
});
