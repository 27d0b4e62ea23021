import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { gatewayProgram } from '@tollgate/tools';
import { expect, test } from 'vitest';

const CLI = gatewayProgram('cli');

test('a command whose reader is gone ends successfully and does not report it', async () => {
  const child = spawn(process.execPath, [CLI, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let noted = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (noted += text));
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, noted }).toEqual({ code: 0, noted: '' });
});
