import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { ScopedTokenLines } from './scoped-token-lines.tsx';

const TOKEN = {
  id: 5,
  name: 'dashboard',
  scopes: ['logs:read'],
  tail: 'wxyz',
  created_at: 1,
  expires_at: 0,
  last_used_at: 0,
  last_used_ip: '',
};
const Lines = () => <ScopedTokenLines role={1} />;
const press = (path: Parameters<typeof text>[0]) =>
  fireEvent.click(screen.getByRole('button', { name: text(path) }));

test('an access token is created with the selected scopes, shown once, listed and revoked', async () => {
  let tokens: object[] = [];
  const server = fakeServer({
    'GET /api/user/access_tokens': () => tokens,
    'POST /api/user/access_tokens': () => {
      tokens = [TOKEN];
      return { ...TOKEN, token: 'tgat_secret' };
    },
    'DELETE /api/user/access_tokens/5': () => {
      tokens = [];
      return null;
    },
  });
  await renderAt('/setting', Lines);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: text('personal.scopedTokens.add') })).toHaveProperty(
      'disabled',
      false,
    ),
  );
  press('personal.scopedTokens.add');
  const name = await screen.findByLabelText(text('personal.scopedTokens.name'));
  fireEvent.change(name, { target: { value: 'dashboard' } });
  press('personal.scopedTokens.create');
  await screen.findByText(text('errors.scoped_token_scopes'));
  expect(screen.queryByLabelText(text('personal.scopedTokens.areas.channels'))).toBeNull();
  fireEvent.click(screen.getByRole('combobox', { name: text('personal.scopedTokens.areas.logs') }));
  const options = await screen.findAllByRole('option', {
    name: text('personal.scopedTokens.levels.read'),
    hidden: true,
  });
  fireEvent.click(
    options.find((option) => option.closest('[style*="display: none"]') === null) ?? name,
  );
  press('personal.scopedTokens.create');
  expect((await screen.findByTestId('new-scoped-token')).textContent).toBe('tgat_secret');
  expect(server.bodiesOf('POST /api/user/access_tokens')).toEqual([
    expect.objectContaining({ name: 'dashboard', scopes: ['logs:read'] }),
  ]);
  press('personal.scopedTokens.kept');
  await waitFor(() => expect(screen.queryByTestId('new-scoped-token')).toBeNull());
  await screen.findByText('dashboard (…wxyz)');
  fireEvent.click(
    screen.getByRole('button', { name: `${text('personal.scopedTokens.revoke')}: dashboard` }),
  );
  await screen.findByText(text('personal.scopedTokens.revokeText'));
  press('personal.scopedTokens.revoke');
  await waitFor(() => expect(screen.queryByText('dashboard (…wxyz)')).toBeNull());
});
