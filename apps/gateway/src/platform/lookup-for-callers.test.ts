import { createSocket } from 'node:dgram';
import { type LookupAddress, promises as dns } from 'node:dns';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallerLookup } from './lookup-for-callers.ts';

const A = 1;
const HEADER_BYTES = 12;
/** Has one IPv4 address for `known.test`, knows no other name, and never answers for `silent.test`. */
const nameServer = createSocket('udp4').on('message', (message, from) => {
  const question = message.subarray(HEADER_BYTES);
  const isKnown = question.includes('known');
  if (question.includes('silent')) return;
  const end = question.indexOf(0) + 5;
  const hasAnswer = isKnown && question.readUInt16BE(end - 4) === A;
  const header = Buffer.alloc(HEADER_BYTES);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(hasAnswer ? 1 : 0, 6);
  const answer = hasAnswer ? [0xc0, 12, 0, A, 0, 1, 0, 0, 0, 9, 0, 4, 192, 0, 2, 7] : [];
  nameServer.send(
    Buffer.concat([header, question.subarray(0, end), Buffer.from(answer)]),
    from.port,
    from.address,
  );
});
beforeAll(async () => {
  await once(nameServer.bind(0, '127.0.0.1'), 'listening');
});
afterAll(() => void nameServer.close());

/** A lookup by this server, and the names left to the system, each until it is answered. */
function open(timeout: number) {
  const left: { hostname: string; answer: () => void }[] = [];
  const lookup = createCallerLookup({
    newResolver() {
      const resolver = new dns.Resolver({ timeout, tries: 1 });
      resolver.setServers([`127.0.0.1:${nameServer.address().port}`]);
      return resolver;
    },
    bySystem: (hostname) =>
      new Promise((resolve) => {
        left.push({ hostname, answer: () => resolve([{ address: '10.0.0.1', family: 4 }]) });
      }),
  });
  const find = promisify(lookup) as (
    hostname: string,
    options: { all: true },
  ) => Promise<LookupAddress[]>;
  return { left, find: (hostname: string) => find(hostname, { all: true }) };
}

test('a name is looked up at the name server, and waits for no thread', async () => {
  const { find, left } = open(60_000);
  expect(await find('known.test')).toEqual([{ address: '192.0.2.7', family: 4 }]);
  expect(await find('::1')).toEqual([{ address: '::1', family: 6 }]);
  expect(left).toEqual([]);
});

test('a name whose server never answers fails, and is not left to the system, where it would hold a thread', async () => {
  const { find, left } = open(50);
  await expect(find('silent.test')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect(left).toEqual([]);
});

test('names that no server knows are left to the system, one at a time', async () => {
  const { find, left } = open(60_000);
  const found = Promise.all([find('one.test'), find('two.test'), find('three.test')]);
  for (let count = 1; count <= 3; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the next one begins when this one ends
    await expect.poll(() => left.length).toBe(count);
    left.at(-1)?.answer();
  }
  expect(await found).toHaveLength(3);
});
