import { expect, test } from 'vitest';
import type { Outbound, OutboundRequest } from '../../platform/outbound.ts';
import { ClickhouseConnection } from './clickhouse-connection.ts';
import { ClickhouseTable } from './clickhouse-table.ts';

const ADDRESS = 'https://tollgate:pass%20word@clickhouse.test:8443/site';

/** A server that answers the same to everything, and what it was asked. */
function scripted(status: number, text: string) {
  const asked: OutboundRequest[] = [];
  const send: Outbound = async (request) => {
    asked.push(request);
    return { status, headers: {}, bytes: Buffer.from(text), text };
  };
  return { connection: new ClickhouseConnection(ADDRESS, send), asked };
}

test('user and password go in headers, never in an address or an error', async () => {
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

test('whatever reads is sent so that it can change nothing', async () => {
  const { connection, asked } = scripted(200, '{"id":"1"}\n{"id":"2"}\n');
  expect(await connection.select('SELECT id FROM x')).toEqual([{ id: '1' }, { id: '2' }]);
  await expect(connection.ping()).rejects.toThrow('not an answer');
  for (const { url } of asked) expect(new URL(url).searchParams.get('readonly')).toBe('2');
});

test('a failure is an error with the beginning of its words', async () => {
  const { connection } = scripted(500, `DB::Exception: ${'x'.repeat(5000)}`);
  const error = (await connection.run('DROP').catch((reason: unknown) => reason)) as Error;
  expect(error.message).toHaveLength('ClickHouse answered 500: '.length + 300);
});

test('rows are stored only where ClickHouse says so, not where a proxy shows a page', async () => {
  const { connection } = scripted(200, '<html>Welcome</html>');
  await expect(connection.insert('x', [{ id: 1 }])).rejects.toThrow('<html>Welcome</html>');
  await expect(scripted(200, '').connection.insert('x', [{ id: 1 }])).resolves.toBeUndefined();
});

test('a server that says yes to everything is neither up nor a place for rows', async () => {
  const { connection } = scripted(200, '');
  await expect(connection.ping()).rejects.toThrow('not an answer of ClickHouse');
  await expect(scripted(200, '{"up":1}\n').connection.ping()).resolves.toBeUndefined();
  await expect(new ClickhouseTable(connection).prepare()).rejects.toThrow('does not keep');
});
