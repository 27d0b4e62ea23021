import { GATEWAY_CORE } from '../cores.ts';
import { startNginx } from '../nginx.ts';
import type { Target } from '../target.ts';

/** The baseline: a proxy without any logic. */
export const nginxTarget: Target = {
  name: 'nginx',
  label: 'nginx proxy_pass',
  async start({ stage, upstream }) {
    const nginx = await startNginx({
      stage,
      name: 'proxy',
      core: GATEWAY_CORE,
      http: `upstream mock { server ${new URL(upstream).host}; keepalive 256; keepalive_requests 1000000000; }`,
      location: 'proxy_pass http://mock; proxy_http_version 1.1; proxy_set_header Connection "";',
    });
    return { ...nginx, headers: {} };
  },
};
