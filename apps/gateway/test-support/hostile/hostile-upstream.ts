import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { UPSTREAM_MODELS, type UpstreamFormat } from './call-plan.ts';
import type { ActionRegistry } from './action-registry.ts';
import { HostileCall } from './hostile-call.ts';
import { respondWithMedia } from './hostile-media-upstream.ts';
import type { Leaving } from './hostile-request.ts';
import { acceptHostileSessions } from './hostile-session-upstream.ts';
import { HostileTaskUpstream } from './hostile-task-upstream.ts';
import { type RequestedLimits, readLimits } from './read-limits.ts';
import { type MadeResponse, writeStream, writeWhole } from './write-responses.ts';

/** What an upstream serves; the first segment of its path. */
export type HostileService = UpstreamFormat | 'media' | 'tasks' | 'realtime';

export interface HostileUpstream {
  /** Returns the origin of an upstream for this service. */
  readonly url: (service: HostileService) => string;
  /** Forgets what it received. */
  clear(): void;
  close(): Promise<void>;
}

const ABSURD = 1_000_000_000;
/** Words that are actually sent: more are only claimed, as hidden reasoning. */
const WORDS_SENT_MAX = 1500;
const PIECES = 6;

/** Starts upstreams of all kinds on one socket; each action's plan determines the responses to it. */
export async function startHostileUpstream(registry: ActionRegistry): Promise<HostileUpstream> {
  const tasks = new HostileTaskUpstream(registry);
  const server = createServer((request, response) => {
    const service = request.url?.split('/')[1] as HostileService;
    const responded =
      service === 'media'
        ? respondWithMedia(registry, request, response)
        : service === 'tasks'
          ? tasks.respond(request, response)
          : respond(registry, request, response);
    responded.catch(() => response.destroy());
  });
  server.on('upgrade', acceptHostileSessions(registry));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (service) => `http://127.0.0.1:${port}/${service}`,
    clear: () => tasks.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  registry: ActionRegistry,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '';
  const format = path.split('/')[1] as UpstreamFormat;
  const limits = readLimits(
    format,
    path,
    JSON.parse(await text(request)) as Record<string, unknown>,
  );
  const call = registry.find(HostileCall, limits.address);
  call.setLimits(limits);
  const { behaviour, leaving } = call.plan;
  if (leaving === 'before-head') await call.callerLeft;
  if (behaviour === 'fails') {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"overloaded","type":"server_error"}}');
    return;
  }
  const completion = makeResponse(call, limits, format, path.includes('/v1/completions'));
  if (limits.stream) await stream(call, response, writeStream(format, completion));
  else respondWhole(call, response, writeWhole(format, completion));
}

function makeResponse(
  { plan }: HostileCall,
  limits: RequestedLimits,
  format: UpstreamFormat,
  isCompletion: boolean,
): MadeResponse {
  const { behaviour, share, claimedPrompt } = plan;
  const allowed = behaviour === 'exceeds' ? limits.tokensMax * 4 + 50 : limits.tokensMax;
  const tokens = Math.max(1, Math.floor(allowed * share));
  const count = format === 'anthropic' || format === 'dify' ? 1 : limits.completions;
  const words = Math.floor(Math.min(tokens, WORDS_SENT_MAX) / count);
  const reported = { prompt: limits.promptTokens, completion: tokens };
  const usage: Partial<Record<typeof behaviour, MadeResponse['usage']>> = {
    'absurd-usage': { prompt: ABSURD, completion: ABSURD },
    'claims-input': { prompt: claimedPrompt, completion: tokens },
    'zero-usage': { prompt: 0, completion: 0 },
    'no-usage': undefined,
  };
  return {
    isCompletion,
    model: UPSTREAM_MODELS[format],
    chunks: Array.from({ length: count }, () => splitWords(words)),
    usage: behaviour in usage ? usage[behaviour] : reported,
  };
}

function splitWords(words: number): string[] {
  const each = Math.ceil(words / PIECES);
  return Array.from({ length: PIECES }, (_, at) =>
    'word '.repeat(Math.max(0, Math.min(each, words - at * each))),
  ).filter((chunk) => chunk !== '');
}

function respondWhole(call: HostileCall, response: ServerResponse, body: string): void {
  const { behaviour } = call.plan;
  const half = body.slice(0, body.length / 2);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  if (behaviour === 'cuts') {
    response.write(half);
    response.destroy();
    return;
  }
  response.end(behaviour === 'malformed' ? half.padEnd(body.length, '!') : body);
}

async function stream(
  call: HostileCall,
  response: ServerResponse,
  { chunks, finish, rest }: ReturnType<typeof writeStream>,
): Promise<void> {
  const { behaviour, leaving } = call.plan;
  const half = Math.ceil(chunks.length / 2);
  const waits = (when: Leaving) => leaving === when && call.canLeave(when, chunks.length > 0);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of chunks.slice(0, half)) response.write(chunk);
  if (waits('mid-answer')) await call.callerLeft;
  if (behaviour === 'cuts') {
    // Flushes what was written first.
    response.write('', () => response.destroy());
    return;
  }
  if (behaviour === 'malformed') response.write('data: {"choices":[{"ind\n\n');
  for (const chunk of chunks.slice(half)) response.write(chunk);
  if (finish !== '') response.write(finish);
  if (waits('after-finish')) await call.callerLeft;
  response.end(rest);
}
