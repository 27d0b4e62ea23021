import { readdirSync, readFileSync } from 'node:fs';
import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';
import {
  type AgentTask,
  type AgentUpstreams,
  failInTurn,
  listCharge,
  opaqueStrings,
  reportOf,
  startAgentUpstreams,
} from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODEL_OF } from '../../../test-support/dialect-scene.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

/** A coding agent's recorded conversation, written by `npm run clients -- --record`. */
interface RecordedSession {
  readonly client: string;
  readonly version: string;
  readonly dialect: Dialect;
  readonly parts: readonly unknown[];
  /** Turns through all upstreams, and back to the first. */
  readonly moves: readonly RecordedTurn[];
  /** Turns while an Anthropic and a Responses channel fail alternately. */
  readonly failover: readonly RecordedTurn[];
}

interface RecordedTurn {
  readonly model: string;
  readonly task: string;
  readonly requests: readonly RecordedRequest[];
}

interface RecordedRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
}

const FAILOVER_MODEL = 'claude-sonnet-4-5';
/** Rejections that only some clients cause, which the gateway repairs after the first. */
const REPAIRED: Readonly<Record<string, readonly string[]>> = {
  'pi (openai-responses)': ['openai-responses/unique-items', 'openai-responses/stored-items'],
};
const ROOT = new URL('../../../fixtures/client-sessions/', import.meta.url);
const SESSIONS = readdirSync(ROOT).map((file): [string, RecordedSession] => {
  const session = JSON.parse(readFileSync(new URL(file, ROOT), 'utf8')) as RecordedSession;
  return [`${session.client} ${session.version}`, session];
});

let gateway: TestGateway;
let upstreams: AgentUpstreams;
let secret: string;
beforeAll(async () => {
  [gateway, upstreams] = await Promise.all([startTestGateway(), startAgentUpstreams()]);
  await setUpChannels();
  secret = (await gateway.token(await gateway.user({ quota: 500_000_000 }))).secret;
});
afterAll(async () => {
  await gateway.close();
  await upstreams.close();
});

async function setUpChannels(): Promise<void> {
  const { urls } = upstreams;
  const add = (dialect: Dialect, type: number, fields: object) =>
    gateway.channel({ type, base_url: urls[dialect], models: MODEL_OF[dialect], ...fields });
  const named = (dialect: Dialect) => ({ setting: JSON.stringify({ dialect }) });
  await add('openai-chat', 1, named('openai-chat'));
  await add('openai-responses', 1, named('openai-responses'));
  await add('anthropic-messages', 14, {});
  await add('gemini-generate', 24, {});
  await add('anthropic-messages', 14, { models: FAILOVER_MODEL, priority: 10 });
  await add('openai-responses', 1, {
    ...named('openai-responses'),
    models: FAILOVER_MODEL,
    model_mapping: JSON.stringify({ [FAILOVER_MODEL]: MODEL_OF['openai-responses'] }),
  });
  await gateway.setOption('RetryTimes', '3');
}

describe.each(SESSIONS)('the session of %s', (_name, session) => {
  test('goes through all upstreams and back, with no history rejected twice, and each call charged by the formula', async () => {
    await replay(session, session.moves);
  });

  test('continues while its two channels fail alternately, and each call is charged once', async () => {
    upstreams.setFaults(failInTurn('anthropic-messages'));
    try {
      const servedBy = await replay(session, session.failover);
      expect(new Set(servedBy).size).toBe(2);
    } finally {
      upstreams.setFaults(undefined);
    }
  });
});

/**
 * Replays the requests of turns as the client sent them, with the ids and signatures of the current
 * responses.
 */
async function replay(
  { client, parts, dialect }: RecordedSession,
  turns: readonly RecordedTurn[],
): Promise<string[]> {
  const responses: string[] = [];
  const servedBy: string[] = [];
  for (const { model, task, requests } of turns) {
    upstreams.setTasks([taskCalled(task)]);
    const before = await newestRow();
    const refused = upstreams.refusals().length;
    for (const request of requests)
      responses.push(await send(request, fill(request.body, parts, responses), dialect));
    expect(textOf(responses.at(-1) ?? '')).toContain(reportOf(taskCalled(task)));
    const refusals = upstreams.refusals().slice(refused);
    const repaired = REPAIRED[client] ?? [];
    expect(refusals.filter(({ rule }) => !repaired.includes(rule.id))).toEqual([]);
    expect(refusals.length).toBeLessThanOrEqual(repaired.length);
    const reported = upstreams.takeUsage();
    expect(await chargesAfter(before)).toEqual(reported.map((usage) => listCharge(usage, model)));
    servedBy.push(...reported.map((usage) => usage.model));
  }
  return servedBy;
}

function taskCalled(id: string): AgentTask {
  return { id, file: '/project/notes.txt', from: 'old', to: 'new', command: 'true' };
}

async function send(
  { path, headers }: RecordedRequest,
  body: string,
  dialect: Dialect,
): Promise<string> {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(dialect === 'gemini-generate'
        ? { 'x-goog-api-key': secret }
        : { authorization: `Bearer ${secret}` }),
    },
    body,
  });
  const text = await response.text();
  expect([response.status, text.slice(0, 500)]).toEqual([200, expect.anything()]);
  return text;
}

/** Fills a body with its parts, replacing recorded response values with the current ones. */
function fill(
  body: Record<string, unknown>,
  parts: readonly unknown[],
  responses: readonly string[],
): string {
  const opaque = responses.map(opaqueStrings);
  const resolve = (value: unknown) =>
    typeof value === 'string' && /^#\d+$/.test(value) ? parts[Number(value.slice(1))] : value;
  const members = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(resolve) : resolve(value),
  ]);
  const whole = JSON.stringify(Object.fromEntries(members));
  return whole.replaceAll(/\{\{(\d+)\.(\d+)\}\}/g, (_, response: string, at: string) => {
    const value = opaque[Number(response)]?.[Number(at)];
    expect(value, `answer ${response} tells string ${at}`).toBeDefined();
    return value ?? '';
  });
}

/** Joins the text deltas of a stream. */
function textOf(response: string): string {
  const matches = response.matchAll(/"(?:text|delta|content)":"((?:[^"\\]|\\.)*)"/g);
  return [...matches].map(([, text = '']) => text).join('');
}

interface Row {
  id: number;
  type: number;
  quota: number;
  content: string;
}

async function rowsAfter(id: number): Promise<Row[]> {
  const { body } = await gateway.root.call('GET', '/api/log/?page_size=50');
  return (body.data.items as Row[])
    .filter((row) => row.id > id)
    .toSorted((one, other) => one.id - other.id);
}

const newestRow = async () => (await rowsAfter(0)).at(-1)?.id ?? 0;

async function chargesAfter(id: number): Promise<number[]> {
  const rows = await rowsAfter(id);
  expect(rows.filter(({ type }) => type === LOG_ERROR).map(({ content }) => content)).toEqual([]);
  return rows.filter(({ type }) => type === LOG_CONSUME).map(({ quota }) => quota);
}
