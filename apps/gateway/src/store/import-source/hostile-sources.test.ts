import { createServer } from 'mysql2';
import { once } from 'node:events';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type HostileAnswer,
  startHostilePostgres,
} from '../../../test-support/foreign-databases/hostile-postgres.ts';
import { type ImportSource, readTable } from './import-source.ts';
import { openMysqlSource } from './mysql-source.ts';
import { openPostgresSource } from './postgres-source.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const TOO_MUCH = { text: 'source.tooMuch' };
const SILENT = { text: 'source.silent', code: 'ETIMEDOUT' };
/** Limits that a test reaches at once. */
const BOUNDS = { answerMs: 50, answerBytes: 1024 * 1024 };

describe('a PostgreSQL server as a source', () => {
  const open = async (answer: HostileAnswer, bounds: Parameters<typeof openPostgresSource>[3]) => {
    const server = await startHostilePostgres(answer);
    closers.push(server.close);
    return openPostgresSource(server.address, 'mine', undefined, bounds);
  };

  test.each(['silence', 'one row, then silence'] as const)(
    'that sends %s times out',
    async (answer) => {
      await expect(open(answer, BOUNDS)).rejects.toMatchObject(SILENT);
    },
  );

  test.each(['rows without end', 'a row without end'] as const)(
    'that sends %s is disconnected before it fills the memory',
    async (answer) => {
      await expect(open(answer, { ...BOUNDS, answerMs: 60_000 })).rejects.toMatchObject(TOO_MUCH);
    },
  );

  test('that sends a malformed message fails the import and nothing else', async () => {
    const opened = open('a malformed message', { ...BOUNDS, answerMs: 60_000 });
    await expect(opened).rejects.toThrow('Invalid array length');
  });

  test('that is silent is disconnected at once when the import is stopped', async () => {
    const abort = new AbortController();
    const opened = open('silence', { signal: abort.signal });
    setImmediate(() => abort.abort(new Error('stopped')));
    await expect(opened).rejects.toThrow('stopped');
  });

  test('that accepts the connection but sends nothing times out, as does a MySQL server', async () => {
    const server = createTcpServer((socket: Socket) => closers.push(() => socket.destroy()));
    closers.push(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    for (const [opener, kind] of [
      [openPostgresSource, 'postgres'],
      [openMysqlSource, 'mysql'],
    ] as const) {
      const opened = opener(
        `${kind}://a@127.0.0.1:${port}/b`,
        'mine',
        { allowPrivate: true },
        BOUNDS,
      );
      await expect(opened).rejects.toMatchObject(SILENT);
    }
  });
});

const TEXT = 253;
const LONG = 3;
/** A column as the driver's server expects it. */
const columnOf = (name: string, columnType = TEXT) => ({
  catalog: 'def',
  schema: '',
  table: '',
  orgTable: '',
  name,
  orgName: name,
  characterSet: 33,
  columnLength: 1024,
  columnType,
  flags: 0,
  decimals: 0,
});

/** Members of the driver's server connection that its types do not declare. */
interface ServedConnection {
  sequenceId: number;
  on(event: string, listen: (sql: string) => void): void;
  destroy(): void;
  writeOk(): void;
  writeColumns(columns: readonly unknown[]): void;
  writeTextRow(row: readonly string[]): void;
  writeEof(): void;
  stream: Socket;
  serverHandshake(hello: object): void;
}

describe('a MySQL server as a source', () => {
  /** Opens a source whose server handles commands and answers queries with `respond`. */
  const open = async (
    respond:
      | ((rows: { write(row: string[]): void }, connection: ServedConnection) => void)
      | undefined,
    bounds: Parameters<typeof openMysqlSource>[3],
    type = TEXT,
  ) => {
    const server = createServer((made) => {
      const connection = made as unknown as ServedConnection;
      connection.on('error', () => {});
      closers.push(() => connection.destroy());
      // How the driver's server receives SET.
      connection.on('stmt_prepare', () => {
        connection.sequenceId = 1;
        connection.writeOk();
      });
      connection.on('query', (sql: string) => {
        connection.sequenceId = 1;
        if (sql.startsWith('START')) connection.writeOk();
        else if (respond) {
          connection.writeColumns([columnOf('t'), columnOf('c', type)]);
          respond({ write: (row) => connection.writeTextRow(row) }, connection);
        }
      });
      connection.serverHandshake({
        protocolVersion: 10,
        serverVersion: '8.0',
        connectionId: 1,
        statusFlags: 2,
        characterSet: 8,
        capabilityFlags: 0xff_ff_ff,
      });
    });
    server.listen(0);
    const { _server: socket } = server as unknown as { _server: Server };
    await once(socket, 'listening');
    closers.push(() => socket.close());
    const { port } = socket.address() as AddressInfo;
    return openMysqlSource(`mysql://a@127.0.0.1:${port}/b`, 'mine', undefined, bounds);
  };

  test('that accepts a query and never responds times out', async () => {
    await expect(open(undefined, BOUNDS)).rejects.toMatchObject(SILENT);
  });

  test('that begins a response and falls silent times out', async () => {
    const once = open((rows) => rows.write(['users', 'id']), BOUNDS);
    await expect(once).rejects.toMatchObject(SILENT);
  });

  test('that sends rows without end is disconnected before they fill the memory', async () => {
    const endless = open(
      (rows) => {
        const timer = setInterval(() => {
          for (let count = 0; count < 1000; count += 1) rows.write(['users', 'x'.repeat(1000)]);
        });
        closers.push(() => clearInterval(timer));
      },
      { ...BOUNDS, answerMs: 60_000 },
    );
    await expect(endless).rejects.toMatchObject(TOO_MUCH);
  });

  test('that claims a number of more digits than it sends stops nothing: only those sent are read', async () => {
    // 16 million digits; with 2^60, counting them would never end.
    const row = [5, ...Buffer.from('users'), 0xfd, 0xff, 0xff, 0xff, ...Buffer.from('12')];
    const source = await open(
      (_rows, connection) => {
        connection.stream.write(Buffer.from([row.length, 0, 0, connection.sequenceId, ...row]));
        connection.sequenceId += 1;
        connection.writeEof();
      },
      { ...BOUNDS, answerMs: 60_000 },
      LONG,
    );
    closers.push(() => void source.close());
    expect([...(source.columns.get('users') ?? [])].join()).toMatch(/^12/);
  });
});

test('a source whose rows are not ordered by number fails the import, which would otherwise read them forever', async () => {
  const source = { page: async () => [{ id: '7' }] } as unknown as ImportSource;
  const read = async () => {
    for await (const rows of readTable(source, 'users', { pageSize: 1 }))
      expect(rows).toHaveLength(1);
  };
  await expect(read()).rejects.toMatchObject({ text: 'source.unordered' });
});
