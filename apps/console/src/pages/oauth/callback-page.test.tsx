import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, type FakeHandler, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { readStoredUser, type StoredUser, storeUser } from '../../session/session.ts';
import { OauthCallbackPage } from './callback-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function comeBack(address: string, routes: Record<string, FakeHandler> = {}) {
  const server = fakeServer(routes);
  const { router } = await renderAt(address, OauthCallbackPage, '/oauth/$provider');
  const oauthRequests = () => server.requests.filter(({ route }) => route.includes('/api/oauth/'));
  return { router, oauthRequests };
}

test.each([
  [
    'the code of a refusal, without what a link says of it,',
    '/oauth/github?error=access_denied&error_description=No%20thanks',
    `${text('errors.oauth_failed')} (access_denied)`,
  ],
  [
    'a provider that there is none of',
    '/oauth/nobody?code=c&state=s',
    text('errors.oauth_provider_unknown'),
  ],
])('%s is reported, and nothing is exchanged', async (_case, address, message) => {
  const { oauthRequests } = await comeBack(address);
  await screen.findByText(message);
  expect(screen.getByText(text('registration.oauth.failed'))).toBeTruthy();
  expect(oauthRequests()).toEqual([]);
});

test('a code that the server refuses signs nobody in', async () => {
  const { oauthRequests } = await comeBack('/oauth/github?code=c&state=s', {
    'GET /api/oauth/github': () => failure(400, 'state is wrong'),
  });
  await screen.findByText('state is wrong');
  expect(readStoredUser()).toBeUndefined();
  expect(oauthRequests()).toHaveLength(1);
});

test('linking an account leads to the settings and keeps the session', async () => {
  storeUser({ id: 7, username: 'me', role: 1, token: 't' } as StoredUser);
  const { router } = await comeBack('/oauth/github?code=c&state=s', {
    'GET /api/oauth/github': () => null,
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/setting'));
  expect(readStoredUser()?.id).toBe(7);
});
