import { failInTurn, opaqueStrings } from '@tollgate/simulators';
import type { ClientDriver, ClientPlace } from './client-driver.ts';
import { openConversation, type TurnResult } from './conversation.ts';
import type { Dialect } from './dialects.ts';
import type { Exchange } from './recording-proxy.ts';
import { FAILOVER_MODEL, MODEL_OF, type Stage } from './stage.ts';
import { trimBody } from './trim-body.ts';

/** The upstreams of a recorded conversation: all of them, and back to the first. */
const WAY: readonly Dialect[] = [
  'openai-chat',
  'anthropic-messages',
  'openai-responses',
  'gemini-generate',
  'openai-chat',
];

/** Headers that affect what a gateway does with a call. */
const HEADERS = ['anthropic-version', 'anthropic-beta', 'user-agent', 'originator', 'x-app'];

/** A body whose objects, alone or in lists, are replaced by `#` and their index in the list of all parts. */
interface RecordedRequest {
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

interface RecordedTurn {
  model: string;
  task: string;
  requests: RecordedRequest[];
}

/** A client's requests in a conversation across all upstreams, and in one whose channels fail. */
export interface RecordedSession {
  client: string;
  version: string;
  dialect: Dialect;
  /**
   * Shortened and without anything that identifies a machine. `{{3.1}}` is the second opaque string of
   * response 3.
   */
  parts: unknown[];
  moves: RecordedTurn[];
  failover: RecordedTurn[];
}

/** Runs a client and records its requests; throws if a turn went wrong. */
export async function recordSession(
  stage: Stage,
  driver: ClientDriver,
  version: string,
): Promise<RecordedSession> {
  const parts: unknown[] = [];
  const models = WAY.map((to) => MODEL_OF[to]);
  const moves = await recordTurns(stage, driver, models, parts);
  stage.upstreams.setFaults(failInTurn('anthropic-messages'));
  const failover = await recordTurns(stage, driver, [FAILOVER_MODEL], parts);
  stage.upstreams.setFaults(undefined);
  return { client: driver.name, version, dialect: driver.dialect, parts, moves, failover };
}

async function recordTurns(
  stage: Stage,
  driver: ClientDriver,
  models: readonly string[],
  parts: unknown[],
): Promise<RecordedTurn[]> {
  const { environment, turn } = await openConversation(stage, driver);
  const turns: RecordedTurn[] = [];
  const opaque: string[][] = [];
  const uuids: string[] = [];
  for (const model of models) {
    const result = await turn(model);
    if (result.problems.length > 0) throw new Error(result.problems.join('\n'));
    const scrub = (text: string) => nameOpaque(scrubPlaces(text, environment, uuids), opaque);
    const requests: RecordedRequest[] = [];
    for (const exchange of callsOf(result)) {
      requests.push(recordRequest(exchange, scrub, parts));
      opaque.push(opaqueStrings(exchange.responseText));
    }
    turns.push({ model, task: result.task.id, requests });
  }
  return turns;
}

const callsOf = ({ exchanges }: TurnResult) =>
  exchanges.filter(({ method, path }) => method === 'POST' && !/count_?tokens/i.test(path));

function recordRequest(
  { path, headers, body }: Exchange,
  scrub: (text: string) => string,
  parts: unknown[],
): RecordedRequest {
  const scrubbed = trimBody(JSON.parse(scrub(body)) as Record<string, unknown>);
  return {
    path,
    headers: Object.fromEntries(
      HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    ),
    body: Object.fromEntries(
      Object.entries(scrubbed).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((each) => refer(each, parts)) : refer(value, parts),
      ]),
    ),
  };
}

function refer(value: unknown, parts: unknown[]): unknown {
  return typeof value === 'object' && value !== null ? `#${placeOf(value, parts)}` : value;
}

/** Returns the index of a part in the list, adding it if it is new. */
function placeOf(part: unknown, parts: unknown[]): number {
  const text = JSON.stringify(part);
  const at = parts.findIndex((each) => JSON.stringify(each) === text);
  return at === -1 ? parts.push(part) - 1 : at;
}

/** Replaces folders, URLs and ids specific to this machine and run. */
function scrubPlaces(
  text: string,
  { home, folder, gateway, key }: ClientPlace,
  uuids: string[],
): string {
  return text
    .replaceAll(folder, '/project')
    .replaceAll(home, '/home/agent')
    .replaceAll(gateway, 'https://gateway.example')
    .replaceAll(key, 'sk-recorded')
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, (uuid) => {
      if (!uuids.includes(uuid)) uuids.push(uuid);
      return `00000000-0000-4000-8000-${String(uuids.indexOf(uuid)).padStart(12, '0')}`;
    })
    .replaceAll(/\b[0-9a-f]{64}\b/g, '0'.repeat(64));
}

/** Replaces values from earlier responses with names, longest first. */
function nameOpaque(text: string, responses: readonly (readonly string[])[]): string {
  return responses
    .flatMap((strings, responseIndex) =>
      strings.map((value, at) => ({ value, name: `{{${responseIndex}.${at}}}` })),
    )
    .toSorted((one, other) => other.value.length - one.value.length)
    .reduce((named, { value, name }) => named.replaceAll(value, name), text);
}
