import type { RedirectProvider, Status } from '@tollgate/contract';

const GITHUB = 'https://github.com/login/oauth/authorize';
const LINUXDO = 'https://connect.linux.do/oauth2/authorize';

/** Where a provider asks its member for consent. LinuxDO is told where to lead back, if the site knows its own address. */
export function authorizeUrl(
  provider: RedirectProvider,
  status: Pick<Status, 'github_client_id' | 'linuxdo_client_id' | 'server_address'>,
  state: string,
): string {
  if (provider === 'github') {
    const query = { client_id: status.github_client_id, scope: 'read:user', state };
    return `${GITHUB}?${new URLSearchParams(query).toString()}`;
  }
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: status.linuxdo_client_id,
    state,
    ...(status.server_address === ''
      ? {}
      : { redirect_uri: `${status.server_address}/oauth/${provider}` }),
  });
  return `${LINUXDO}?${query.toString()}`;
}
