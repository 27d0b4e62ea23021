import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRedisLink, RedisUnavailable, type RedisLink } from './redis-link.ts';

/** Replies to the few commands of these tests like a Redis; silent if it is a black hole. */
class FakeRedis {
  readonly sockets = new Set<Socket>();
  silent = false;
  /** How many writes it falls behind with its replies. */
  behind = 0;
  readonly #late: (() => void)[] = [];
  /** The reply to writes. */
  refusal: string | undefined;
  connections = 0;
  heartbeats = 0;
  readonly #server: Server = createServer((socket) => {
    this.sockets.add(socket);
    this.connections += 1;
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (data) => this.#answer(socket, String(data)));
  });

  async start(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return `redis://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  #answer(socket: Socket, text: string): void {
    if (this.silent) return;
    for (const [, name] of text.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
      if (name?.toLowerCase() === 'set') this.heartbeats += 1;
      if (/^(hello|client)$/i.test(name ?? '')) socket.write(`-ERR unknown command ${name}\r\n`);
      else if (/^info$/i.test(name ?? '')) socket.write('$9\r\nloading:0\r\n');
      else if (this.refusal && /^(set|eval)$/i.test(name ?? ''))
        socket.write(`-${this.refusal}\r\n`);
      else this.#late.push(() => socket.write('+OK\r\n'));
    }
    while (this.#late.length > this.behind) this.#late.shift()?.();
  }
}

describe('the Redis link', () => {
  let redis: FakeRedis;
  let url = '';
  let link: RedisLink | undefined;
  const changes: string[] = [];
  /** Where Redis replies, `responseMs` is more than a busy machine needs. */
  const open = async (responseMs = 100, slowMs = 30_000) =>
    (link = await openRedisLink({
      redisUrl: url,
      onChange: (reason) => changes.push(reason ? 'away' : 'back'),
      responseMs,
      slowMs,
      heartbeatMs: 20,
    }));

  beforeEach(async () => {
    redis = new FakeRedis();
    url = await redis.start();
    changes.length = 0;
  });
  afterEach(() => {
    link?.close();
    redis.stop();
  });

  test('a Redis that accepts connections but never replies counts as unreachable, and the start continues', async () => {
    redis.silent = true;
    const { isUp } = await open();
    expect([isUp, changes]).toEqual([false, ['away']]);
  });

  test('a Redis that refuses connections counts as unreachable, and the start continues', async () => {
    redis.stop();
    const { isUp } = await open();
    expect([isUp, changes]).toEqual([false, ['away']]);
  });

  test('commands fail as unreachable when Redis falls silent, and none are sent after that', async () => {
    const opened = await open();
    redis.silent = true;
    await expect(opened.run((client) => client.get('a'))).rejects.toThrow(RedisUnavailable);
    await expect.poll(() => opened.isUp).toBe(false);
    let commandCount = 0;
    const command = opened.run(async () => (commandCount += 1));
    await expect(command).rejects.toThrow(RedisUnavailable);
    expect(commandCount).toBe(0);
    expect(changes).toEqual(['away']);
  });

  test('silence is noticed without any command, and Redis is used again once it replies', async () => {
    const opened = await open(1000);
    await expect.poll(() => redis.heartbeats).toBeGreaterThan(0);
    let ups = 0;
    opened.onConnected(() => (ups += 1));
    redis.silent = true;
    await expect.poll(() => opened.isUp).toBe(false);
    redis.silent = false;
    await expect.poll(() => opened.isUp).toBe(true);
    expect(await opened.run((client) => client.set('a', 'b'))).toBe('OK');
    expect([ups, changes]).toEqual([1, ['away', 'back']]);
  });

  test('an error reply of Redis is not silence', async () => {
    const opened = await open(30_000);
    const refused = opened.run((client) => client.client('NO-EVICT', 'ON'));
    await expect(refused).rejects.toThrow('ERR unknown command');
    expect([opened.isUp, changes]).toEqual([true, []]);
  });

  test('a Redis that is slow for long counts as unreachable until it is fast again, so that no call waits for each of its replies', async () => {
    const opened = await open(30_000, 50);
    redis.behind = 5;
    await expect.poll(() => opened.isUp).toBe(false);
    await expect(opened.run((client) => client.set('a', 'b'))).rejects.toThrow(RedisUnavailable);
    redis.behind = 0;
    await expect.poll(() => opened.isUp).toBe(true);
  });

  const refusals = [
    'OOM command not allowed',
    "READONLY You can't write against a read only replica.",
    'ERR Error running script: @user_script:2: -MISCONF Redis is configured to save',
    'LOADING Redis is loading the dataset in memory',
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    'CLUSTERDOWN The cluster is down',
    'NOAUTH Authentication required.',
  ];

  test.each(refusals)('a Redis that refuses writes (%s) counts as unreachable', async (refusal) => {
    const opened = await open(30_000);
    redis.refusal = refusal;
    const command = opened.run((client) => client.eval('return 1', 0));
    await expect(command).rejects.toThrow(RedisUnavailable);
    expect([opened.isUp, changes]).toEqual([false, ['away']]);
    const seen = redis.heartbeats;
    await expect.poll(() => redis.heartbeats).toBeGreaterThan(seen + 2);
    expect(changes).toEqual(['away']);
    redis.refusal = undefined;
    await expect.poll(() => opened.isUp).toBe(true);
    expect(changes).toEqual(['away', 'back']);
  });

  test('refused writes are noticed without any command', async () => {
    const opened = await open(30_000);
    redis.refusal = 'NOREPLICAS Not enough good replicas to write.';
    await expect.poll(() => opened.isUp).toBe(false);
  });

  test('no connection stays on a former primary, that of a subscription neither', async () => {
    const opened = await open(30_000);
    opened.subscribe('changes', () => {});
    await expect.poll(() => redis.sockets.size).toBe(2);
    redis.refusal = "READONLY You can't write against a read only replica.";
    await expect.poll(() => redis.connections).toBeGreaterThanOrEqual(4);
    redis.refusal = undefined;
    await expect.poll(() => opened.isUp).toBe(true);
  });
});
