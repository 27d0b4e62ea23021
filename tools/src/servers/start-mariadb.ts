import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { createServerFolder, startServer, type TestServer } from './start-server.ts';

/** Only speed matters for a database that lives for one run. */
const SETTINGS = [
  '--no-defaults',
  // No access control, so that no system tables have to be created first.
  '--skip-grant-tables',
  '--skip-networking=0',
  '--bind-address=127.0.0.1',
  '--performance-schema=OFF',
  '--innodb-buffer-pool-size=32M',
  '--innodb-log-file-size=8M',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
];

/** Starts an empty MariaDB, which speaks MySQL's protocol, on a free port of the loopback address. */
export async function startMariadb(binary: string): Promise<TestServer> {
  const folder = createServerFolder('mariadb');
  const data = join(folder, 'data');
  mkdirSync(data);
  const port = await findFreePort();
  return startServer({
    binary,
    args: [
      ...SETTINGS,
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
      `--datadir=${data}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
    ],
    folder,
    url: `mysql://root@127.0.0.1:${port}`,
    readyText: 'ready for connections',
    stopSignal: 'SIGTERM',
  });
}
