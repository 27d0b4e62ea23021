import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentNames, readConfig } from '@tollgate/gateway';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readVariables } from './bare-root/read-dockerfile.ts';
import { BUNDLE } from './bundle/bundle-layout.ts';
import { repositoryRoot } from './repository.ts';

const read = (path: string) => readFileSync(join(repositoryRoot, 'deploy', path), 'utf8');
const isInstalled = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Variables of Node or the image, not of the gateway. */
const NODES_OWN = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE']);

interface Service {
  image: string;
  build?: unknown;
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown> | string[];
  volumes?: string[];
}

const composeFiles = ['docker/compose.yaml', 'docker/compose.nodes.yaml'].map((path) => ({
  path,
  file: parse(read(path), { merge: true }) as {
    services: Record<string, Service>;
    volumes?: Record<string, unknown>;
  },
}));

/** Reads the variables as the gateway does; throws if it would not start. */
function start(variables: Record<string, string>): void {
  const unknown = Object.keys(variables).filter(
    (name) => !environmentNames.includes(name) && !NODES_OWN.has(name),
  );
  expect(unknown).toEqual([]);
  // Substitutes the operator's variables as Compose does, with any value of the right format.
  const filled = Object.entries(variables).map(([name, value]) => [
    name,
    name === 'MASTER_KEY'
      ? 'ab'.repeat(32)
      : String(value).replace(/\$\{[^}]*\}/g, 'filled-in-value'),
  ]);
  readConfig(Object.fromEntries(filled) as Record<string, string>);
}

describe('files in deploy/', () => {
  test.each(composeFiles)('$path names services, volumes and variables that exist', ({ file }) => {
    const { services, volumes = {} } = file;
    const own = Object.values(services).filter(({ build }) => build !== undefined);
    expect(own.length).toBeGreaterThan(0);
    for (const { environment = {} } of own) start(environment);
    for (const { image, depends_on: needs = {}, volumes: mounts = [] } of Object.values(services)) {
      expect(image).not.toMatch(/:latest$/);
      for (const name of Array.isArray(needs) ? needs : Object.keys(needs))
        expect(Object.keys(services)).toContain(name);
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (/^[./]/.test(source)) expect(read(join('docker', source))).not.toBe('');
        else expect(Object.keys(volumes)).toContain(source);
      }
    }
  });

  test('the Kubernetes manifests are valid YAML and name variables that exist', () => {
    const documents = parseAllDocuments(read('kubernetes/tollgate.yaml'));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const kinds = documents.map((each) => (each.toJS() as { kind: string } | null)?.kind);
    expect(kinds).toEqual(expect.arrayContaining(['StatefulSet', 'Service']));
    const named = [
      ...read('kubernetes/tollgate.yaml').matchAll(/- \{ name: ([A-Z_]+), value: ([^ }]+) \}/g),
    ];
    start(Object.fromEntries(named.map(([, name = '', value = '']) => [name, value])));
  });

  test('a node that migrates a large schema at startup is not killed', () => {
    const [, seconds, times] =
      /startupProbe:[^]*?periodSeconds: (\d+), failureThreshold: (\d+)/.exec(
        read('kubernetes/tollgate.yaml'),
      ) ?? [];
    expect(Number(seconds) * Number(times)).toBeGreaterThanOrEqual(3600);
    // Without readiness notification there is no start timeout (systemd.service, TimeoutStartSec).
    expect(read('systemd/tollgate.service')).toMatch(/^Type=exec$/m);
    expect(read('systemd/tollgate.service')).not.toMatch(/^TimeoutStartSec=/m);
  });

  test('both proxies pass streams unbuffered and uncompressed, upgrade to WebSockets, and block /metrics', () => {
    const nginx = read('proxy/nginx.conf');
    for (const line of [
      'proxy_buffering off;',
      'gzip off;',
      'proxy_set_header Upgrade $http_upgrade;',
      'location = /metrics { return 404; }',
    ])
      expect(nginx).toContain(line);
    const caddy = read('proxy/Caddyfile');
    expect(caddy).toContain('flush_interval -1');
    expect(caddy).toContain('respond /metrics 404');
    expect(caddy).not.toMatch(/^\s*encode\b/m);
  });

  test('both container setups write backups to a volume', () => {
    const own = composeFiles.flatMap(({ file }) =>
      Object.values(file.services).filter(({ build }) => build !== undefined),
    );
    const lost = own.filter(
      ({ environment, volumes = [] }) => !volumes.includes(`backups:${environment?.BACKUP_DIR}`),
    );
    expect(lost).toEqual([]);
  });

  test('the image is built in stages, runs as its own user, has a health check, and copies files that exist', () => {
    const lines = read('docker/Dockerfile').replaceAll('\\\n', ' ').split('\n');
    const of = (word: string) => lines.filter((line) => line.startsWith(`${word} `));
    expect(of('FROM')).toHaveLength(2);
    for (const line of of('FROM')) expect(line).toMatch(/^FROM [\w./-]+:[\w.-]+( AS \w+)?$/);
    const runs = lines.findLastIndex((line) => line.startsWith('USER '));
    expect(lines[runs]).not.toMatch(/root|\b0\b/);
    expect(runs).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT ')));
    expect(of('HEALTHCHECK')).toHaveLength(1);
    // The output of `npm run release -- --installed`, next to the bundle's programs.
    expect(of('ENTRYPOINT')).toEqual([`ENTRYPOINT ["node", "${BUNDLE.programs}/cli.js"]`]);
    const [environment = ''] = of('ENV');
    start(readVariables(environment));
  });

  test('the systemd unit starts a program that exists, with variables that exist', () => {
    const unit = read('systemd/tollgate.service');
    const [, program = ''] = /^ExecStart=\S+ (\S+)/m.exec(unit) ?? [];
    expect(readFileSync(join(repositoryRoot, program), 'utf8')).not.toBe('');
    const [, variables = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    start(readVariables(variables));
  });

  test.runIf(isInstalled('systemd-analyze'))('systemd accepts the unit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-unit-'));
    try {
      // Its program and folder do not exist on this machine.
      const unit = read('systemd/tollgate.service')
        .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
        .replace(/^WorkingDirectory=.*/m, 'WorkingDirectory=/');
      const path = join(folder, 'tollgate.service');
      writeFileSync(path, unit);
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path]);
      const about = String(stderr)
        .split('\n')
        .filter((line) => line.includes('tollgate.service'));
      expect({ status, about }).toEqual({ status: 0, about: [] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.runIf(isInstalled('nginx'))('nginx accepts its configuration', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-nginx-'));
    try {
      // The host names of the compose network do not resolve here, and port 80 may be in use.
      const configuration = read('proxy/nginx.conf')
        .replaceAll(/server (?:node\d|[\w.-]+):3000/g, 'server 127.0.0.1:3000')
        .replaceAll('mime.types', '/etc/nginx/mime.types')
        .replaceAll(/listen (\[::\]:)?80\b/g, `listen unix:${join(folder, 'socket')}`);
      const path = join(folder, 'nginx.conf');
      writeFileSync(path, configuration);
      const { status, stderr } = spawnSync('nginx', [
        '-t',
        '-c',
        path,
        '-p',
        folder,
        '-g',
        `pid ${join(folder, 'pid')}; error_log stderr;`,
      ]);
      expect({ status, told: status === 0 ? '' : String(stderr) }).toEqual({ status: 0, told: '' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
