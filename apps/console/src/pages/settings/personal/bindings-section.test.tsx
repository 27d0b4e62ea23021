import { screen } from '@testing-library/react';
import type { User } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { calls } from 'virtual:calls';
import { announceBinding } from '../../../ui/login-providers/binding-channel.ts';
import { BindingsSection } from './bindings-section.tsx';

function OwnBindings() {
  const { data } = useEndpoint(calls.getSelf);
  return data ? <BindingsSection user={data} /> : null;
}

test("an account linked in another window shows without a reload, under the operator's name for the provider, and can be unlinked", async () => {
  const self = { email: '', github_id: '', oidc_id: '' } as User;
  fakeServer({
    'GET /api/status': () => ({ github_oauth: true, oidc_enabled: true, oidc_name: 'Acme SSO' }),
    'GET /api/user/self': () => ({ ...self }),
  });
  await renderAt('/setting', OwnBindings);
  const name = (provider: string) => `${text('personal.bindings.unlink')}: ${provider}`;
  expect(await screen.findByText('Acme SSO')).toBeTruthy();
  expect(screen.queryByRole('button', { name: name('GitHub') })).toBeNull();
  self.github_id = '4711';
  announceBinding();
  expect(await screen.findByText('4711')).toBeTruthy();
  expect(screen.getByRole('button', { name: name('GitHub') })).toBeTruthy();
  expect(screen.queryByRole('button', { name: name('Acme SSO') })).toBeNull();
});

test('an account at a disabled login provider is still shown and can be unlinked, but not linked', async () => {
  fakeServer({
    'GET /api/status': () => ({ github_oauth: false, oidc_enabled: false }),
    'GET /api/user/self': () => ({ email: '', github_id: '4711', oidc_id: '' }),
  });
  await renderAt('/setting', OwnBindings);
  expect(await screen.findByText('4711')).toBeTruthy();
  expect(
    screen.getByRole('button', { name: `${text('personal.bindings.unlink')}: GitHub` }),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: text('personal.bindings.bind') })).toBeNull();
});
