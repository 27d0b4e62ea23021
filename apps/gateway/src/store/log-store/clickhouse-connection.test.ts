import { expect, test } from 'vitest';
import type { Outbound, OutboundRequest } from '../../platform/outbound.ts';
import { ClickhouseConnection } from './clickhouse-connection.ts';
import { ClickhouseTable } from './clickhouse-table.ts';

const ADDRESS = 'https://tollgate:pass%20word@clickhouse.test:8443/site';

/** A server that responds the same to everything, and the requests it received. */
function scripted(status: number, text: string) {
  const asked: OutboundRequest[] = [];
  const send: Outbound = async (request) => {
    asked.push(request);
    return { status, headers: {}, bytes: Buffer.from(text), text };
  };
  return { connection: new ClickhouseConnection(ADDRESS, send), asked };
}

test('user and password are sent in headers, never in an address or an error', async () => {
  const { connection, asked } = scripted(516, 'Code: 516. Authentication failed');
  const error: unknown = await connection.ping().catch((reason: unknown) => reason);
  expect(String(error)).toBe(
    'ClickhouseError: ClickHouse answered 516: Code: 516. Authentication failed',
  );
  expect(asked[0]?.headers).toEqual({
    'x-clickhouse-user': 'tollgate',
    'x-clickhouse-key': 'pass word',
  });
  expect(asked[0]?.url).toMatch(/^https:\/\/clickhouse\.test:8443\/\?database=site&/);
  expect(asked[0]?.url).not.toMatch(/pass|tollgate/);
});

test('reads are sent so that they cannot change anything', async () => {
  const { connection, asked } = scripted(200, '{"id":"1"}\n{"id":"2"}\n');
  expect(await connection.select('SELECT id FROM x')).toEqual([{ id: '1' }, { id: '2' }]);
  await expect(connection.ping()).rejects.toThrow('not an answer');
  for (const { url } of asked) expect(new URL(url).searchParams.get('readonly')).toBe('2');
});

test('a failure becomes an error with the beginning of the response text', async () => {
  const { connection } = scripted(500, `DB::Exception: ${'x'.repeat(5000)}`);
  const error = (await connection.run('DROP').catch((reason: unknown) => reason)) as Error;
  expect(error.message).toHaveLength('ClickHouse answered 500: '.length + 300);
});

test('rows count as stored only if ClickHouse says so, not if a proxy returns a page', async () => {
  const { connection } = scripted(200, '<html>Welcome</html>');
  await expect(connection.insert('x', [{ id: 1 }])).rejects.toThrow('<html>Welcome</html>');
  await expect(scripted(200, '').connection.insert('x', [{ id: 1 }])).resolves.toBeUndefined();
});

test('a server that returns 200 for everything counts neither as up nor as storing rows', async () => {
  const { connection } = scripted(200, '');
  await expect(connection.ping()).rejects.toThrow('not an answer of ClickHouse');
  await expect(scripted(200, '{"up":1}\n').connection.ping()).resolves.toBeUndefined();
  await expect(new ClickhouseTable(connection).prepare()).rejects.toThrow('does not keep');
});
