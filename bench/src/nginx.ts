import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '@tollgate/tools';
import type { Stage } from './stage.ts';
import { startProcess } from './start-process.ts';
import { waitUntilServing } from './wait-until-serving.ts';

export interface NginxOptions {
  stage: Stage;
  name: string;
  core: number;
  /** Lines of the http block before the server block, and of its only location. */
  http?: string;
  location: string;
}

/** Starts a single-process nginx with its own folder and configuration. */
export async function startNginx({ stage, name, core, http = '', location }: NginxOptions) {
  const port = await findFreePort();
  const folder = join(stage.directory, `nginx-${name}-${port}`);
  mkdirSync(folder);
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, configure({ folder, port, http, location }));
  const nginx = startProcess({
    command: stage.programs.nginx,
    args: ['-p', folder, '-c', configuration, '-e', join(folder, 'error.log')],
    core,
    taskset: stage.programs.taskset,
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilServing(nginx, url);
  return { pid: nginx.pid, url, stop: () => nginx.stop() };
}

function configure({
  folder,
  port,
  http,
  location,
}: {
  folder: string;
  port: number;
  http: string;
  location: string;
}): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
${temporary}
  access_log off;
  client_max_body_size 64m;
  client_body_buffer_size 256k;
  keepalive_requests 1000000000;
  keepalive_timeout 3600s;
  ${http}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    default_type application/json;
    location / { ${location} }
  }
}
`;
}
