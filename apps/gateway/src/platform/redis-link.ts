import type { Redis, RedisOptions } from 'ioredis';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A Redis silent for this long counts as unreachable; nobody waits longer for it. */
const REPLY_MS = 1000;
/**
 * A Redis that takes longer than this for several heartbeats in a row counts as unreachable, too: a call waits
 * for up to a dozen replies, one after the other.
 */
const SLOW_MS = 250;
const SLOW_BEATS = 3;
/** How often an idle connection is probed, and the longest pause between two attempts to connect. */
const HEARTBEAT_MS = 1000;
const FIRST_RETRY_MS = 50;

/** The key that each heartbeat writes, and how long it lasts. Its value means nothing. */
const HEARTBEAT_KEY = 'tollgate:heartbeat';
const HEARTBEAT_KEY_MS = 10_000;
/**
 * Replies of a Redis that accepts no writes: a replica, such as a former primary after a failover, a Redis
 * whose memory or disk is full or whose replicas are gone, or one that loads its data, is blocked by a script or
 * no longer knows the password. In a script's error, a minus sign precedes the code.
 */
const WRITE_REFUSAL =
  /(?:^|-)(?:READONLY|OOM|MISCONF|NOREPLICAS|MASTERDOWN|LOADING|BUSY|CLUSTERDOWN|NOAUTH)\b/;
const REPLICA_REFUSAL = /(?:^|-)(?:READONLY|MASTERDOWN)\b/;

/** Redis was not queried, did not reply in time or accepts no writes. The caller continues without it. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
}

/**
 * The Redis connection that all parts of a node share. A circuit breaker: while Redis is unreachable or
 * accepts no writes, every command fails at once, and only a write that succeeds lets commands through again.
 */
export interface RedisLink {
  /** For libraries that send commands themselves, only while `isUp`. Each command ends within a second. */
  readonly client: Redis;
  readonly isUp: boolean;
  /**
   * Sends one command. Rejects with RedisUnavailable while Redis is unreachable; otherwise settles within a
   * second.
   */
  run<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply>;
  /** Registers a callback for each time that Redis is reachable again. */
  onConnected(run: () => void): void;
  /**
   * Subscribes to a channel on a separate connection that reconnects when it breaks; returns the function
   * that unsubscribes.
   */
  subscribe(channel: string, receive: (text: string) => void): () => void;
  close(): void;
}

export interface RedisLinkOptions {
  redisUrl: string;
  /**
   * Called when Redis becomes unreachable (with the reason) and when it is back (undefined), not for every
   * command.
   */
  onChange: (reason: Error | undefined) => void;
  responseMs?: number;
  slowMs?: number;
  heartbeatMs?: number;
}

/** Resolves as soon as it is known whether Redis replies, within a second or two. */
export async function openRedisLink({
  redisUrl,
  onChange,
  responseMs = REPLY_MS,
  slowMs = SLOW_MS,
  heartbeatMs = HEARTBEAT_MS,
}: RedisLinkOptions): Promise<RedisLink> {
  const connections: BoundedConnection[] = [];
  const connect = (beat: (client: Redis) => Promise<unknown>) => {
    const connection = connectBounded(redisUrl, { responseMs, heartbeatMs, beat });
    connections.push(connection);
    return connection.client;
  };
  const connectedListeners: (() => void)[] = [];
  const firstState = Promise.withResolvers<void>();
  let state: 'unknown' | 'up' | 'away' = 'unknown';
  const change = (next: 'up' | 'away', reason?: Error) => {
    if (state === next) return;
    if (next === 'away' || state === 'away') onChange(reason);
    state = next;
    firstState.resolve();
    if (next === 'up') for (const run of connectedListeners) run();
  };
  const giveUp = (refusal: Error) => {
    change('away', refusal);
    // The address may lead to another server by now.
    if (REPLICA_REFUSAL.test(refusal.message))
      for (const connection of connections) connection.client.disconnect(true);
  };
  const beat = createHeartbeat(slowMs, { change, giveUp, isNew: () => state === 'unknown' });
  const client = connect(beat);
  let lastError: Error | undefined;
  client.on('error', (error: Error) => change('away', (lastError = error)));
  client.on('close', () => change('away', lastError ?? new Error('the connection ended')));
  client.on('ready', () => void beat(client).catch(() => {}));
  await firstState.promise;
  return {
    client,
    get isUp() {
      return state === 'up';
    },
    async run(command) {
      if (state !== 'up') throw new RedisUnavailable('Redis is away');
      try {
        return await command(client);
      } catch (error) {
        if (isWriteRefusal(error)) giveUp(error);
        else if (isRefusal(error)) throw error;
        throw new RedisUnavailable('Redis did not answer', { cause: error });
      }
    },
    onConnected: (run) => void connectedListeners.push(run),
    subscribe(channel, receive) {
      const subscriber = connect((redis) => redis.ping());
      // Errors here affect the other connection too and are reported there.
      subscriber.on('error', () => {});
      subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => {}));
      subscriber.on('message', (_channel: string, text: string) => receive(text));
      return () => subscriber.disconnect();
    },
    close() {
      client.removeAllListeners('close');
      for (const { close } of connections) close();
    },
  };
}

interface HeartbeatOutcome {
  change: (next: 'up' | 'away', reason?: Error) => void;
  giveUp: (refusal: Error) => void;
  /** Whether nothing is known of this Redis yet. */
  isNew: () => boolean;
}

/** Returns the function that sends a heartbeat and applies what it tells. */
function createHeartbeat(slowMs: number, { change, giveUp, isNew }: HeartbeatOutcome) {
  let slowBeats = 0;
  return async (redis: Redis): Promise<void> => {
    const { refusal, reply } = await timeHeartbeat(redis, slowMs);
    slowBeats = reply === 'fast' ? 0 : slowBeats + 1;
    if (refusal) giveUp(refusal);
    else if (slowBeats >= SLOW_BEATS || (reply === 'none' && isNew()))
      change('away', new Error(`Redis takes more than ${slowMs} ms to reply`));
    else if (reply === 'fast' || isNew()) change('up');
  };
}

interface BoundedConnection {
  client: Redis;
  close: () => void;
}

interface ConnectionOptions {
  responseMs: number;
  heartbeatMs: number;
  /** Sends the command of a heartbeat. */
  beat: (client: Redis) => Promise<unknown>;
}

/**
 * Opens a connection on which no command waits longer than `responseMs`, and which is replaced when it falls
 * silent.
 */
function connectBounded(
  redisUrl: string,
  { responseMs, heartbeatMs, beat }: ConnectionOptions,
): BoundedConnection {
  // The library is loaded with the first connection: most gateways have no Redis.
  const ioredis = require('ioredis') as typeof import('ioredis');
  // The mapping is named for the compiler, which would compare two types of client command by command.
  const options: RedisOptions & { replyMapping?: 'legacy' } = {
    connectTimeout: responseMs,
    commandTimeout: responseMs,
    // Also bounds the wait for the first reply on a connection, which `connectTimeout` does not.
    socketTimeout: responseMs,
    disconnectTimeout: responseMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(times * FIRST_RETRY_MS, heartbeatMs),
  };
  const client = new ioredis.Redis(redisUrl, options);
  const heartbeat = setInterval(() => {
    if (client.status === 'ready') beat(client).catch(() => {});
  }, heartbeatMs).unref();
  return {
    client,
    close() {
      clearInterval(heartbeat);
      client.disconnect();
    },
  };
}

/**
 * Writes a heartbeat; returns the error if Redis refuses writes, and how soon it replied. A busy process does
 * not take itself for a slow Redis: what has arrived meanwhile is read first.
 */
async function timeHeartbeat(
  redis: Redis,
  slowMs: number,
): Promise<{ refusal?: Error | undefined; reply: 'fast' | 'slow' | 'none' }> {
  let isSlow = false;
  let isLate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    isLate = setImmediate(() => (isSlow = true));
  }, slowMs);
  try {
    const refusal = await writeHeartbeat(redis);
    return { refusal, reply: isSlow ? 'slow' : 'fast' };
  } catch (error) {
    // Without a connection there is nothing to be slow: its end is reported by itself.
    if (redis.status !== 'ready') throw error;
    return { reply: 'none' };
  } finally {
    clearTimeout(timer);
    clearImmediate(isLate);
  }
}

/** Returns the error if Redis refuses writes. Rejects without a reply: the connection then ends by itself. */
async function writeHeartbeat(redis: Redis): Promise<Error | undefined> {
  try {
    await redis.set(HEARTBEAT_KEY, '', 'PX', HEARTBEAT_KEY_MS);
  } catch (error) {
    if (isWriteRefusal(error)) return error;
    // Others, as of a user who may not write this key, do not tell anything about other writes.
    if (!isRefusal(error)) throw error;
  }
  return undefined;
}

/** Whether Redis replied with an error, which means that it is reachable. */
function isRefusal(error: unknown): error is Error {
  return (error as Error).name === 'ReplyError';
}

/** Whether Redis replied that it accepts no writes at all. */
function isWriteRefusal(error: unknown): error is Error {
  return isRefusal(error) && WRITE_REFUSAL.test(error.message);
}
