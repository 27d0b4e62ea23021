import { expect, test } from 'vitest';
import { authorizeUrl } from './authorize-url.ts';

const status = { github_client_id: 'gh', linuxdo_client_id: 'ld', server_address: '' };

test('the address names the client and carries the state', () => {
  expect(authorizeUrl('github', status, 's/1')).toBe(
    'https://github.com/login/oauth/authorize?client_id=gh&scope=read%3Auser&state=s%2F1',
  );
  expect(authorizeUrl('linuxdo', status, 's')).toBe(
    'https://connect.linux.do/oauth2/authorize?response_type=code&client_id=ld&state=s',
  );
});

test('LinuxDO is told where to lead back to, as the server will tell it', () => {
  const url = authorizeUrl(
    'linuxdo',
    { ...status, server_address: 'https://gate.example.org' },
    's',
  );
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(
    'https://gate.example.org/oauth/linuxdo',
  );
});
