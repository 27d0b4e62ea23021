import { screen } from '@testing-library/react';
import { loginProviderTable } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { LoginProviderButtons } from './login-provider-buttons.tsx';

const buttons = loginProviderTable.filter(({ kind }) => kind !== 'widget');

test.each(buttons.map((provider) => [provider.name, provider] as const))(
  'the login page has a button for %s while that provider is enabled',
  async (name, { id, enabled }) => {
    fakeServer({ 'GET /api/status': () => ({ [enabled.status]: true }) });
    await renderAt('/login', LoginProviderButtons);
    const label = text('registration.oauth.signIn', { provider: name, context: id });
    expect(await screen.findByRole('button', { name: label })).toBeTruthy();
    expect(screen.getAllByRole('button')).toHaveLength(1);
  },
);
