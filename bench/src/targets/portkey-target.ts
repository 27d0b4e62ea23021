import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../bench-error.ts';
import { GATEWAY_CORE } from '../cores.ts';
import { startNode } from '../start-node.ts';
import type { Target } from '../target.ts';

const VERSION = '1.15.2';
const FOLDER = join(import.meta.dirname, '..', '..', '.cache', `portkey-${VERSION}`);
const PROGRAM = join(FOLDER, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');

/** The npm peer, installed outside this repository's lockfile on first use. */
export const portkeyTarget: Target = {
  name: 'portkey',
  label: `Portkey gateway ${VERSION}`,
  async start({ stage, upstream }) {
    if (!existsSync(PROGRAM)) install();
    const started = await startNode({
      stage,
      core: GATEWAY_CORE,
      args: [PROGRAM, '--headless', '--port=$PORT'],
      cwd: FOLDER,
    });
    return {
      ...started,
      headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream}/v1` },
    };
  },
};

function install(): void {
  mkdirSync(FOLDER, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { '@portkey-ai/gateway': VERSION },
    // With newer versions its streams fail with 500.
    overrides: { hono: '4.9.7', '@hono/node-server': '1.13.5' },
  };
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(manifest, null, 2));
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev'],
    { cwd: FOLDER, encoding: 'utf8', timeout: 300_000 },
  );
  if (status !== 0 || !existsSync(PROGRAM))
    throw new BenchError(
      `it could not be installed from npm: ${stderr?.trim().split('\n').at(-1) ?? ''}`,
    );
}
