import { parseArgs } from 'node:util';
import { CASES } from './cases/cases.ts';
import { CLIENT_DIALECTS, type ClientDialect } from './dialects/conversation.ts';
import { FIRST_PORT, UPSTREAM_KINDS, type UpstreamKind } from './mocks/upstreams.ts';

export const USAGE = `npm run conformance -- --base-url http://gateway --key sk-… [options]

  --base-url URL       the gateway under test, without /v1
  --key KEY            its API key (--setup makes one)
  --setup tollgate     make channels, prices and a key through Tollgate's console API
  --admin NAME:PASS    the administrator for --setup and for the check of charges
  --no-mocks           run against the models that the gateway has
  --models FILE        JSON: the gateway's model for each upstream, {"messages":"claude-…", …}
  --mock-host HOST     the host under which the gateway finds the mocks (127.0.0.1)
  --mock-port PORT     the first of five ports that the mocks take (${FIRST_PORT}); 0: free ones
  --dialects A,B       clients: ${CLIENT_DIALECTS.join(', ')}
  --upstreams A,B      upstreams: ${UPSTREAM_KINDS.join(', ')}
  --case A,B           cases, as --list names them
  --never-send REGEX   what no request to an upstream may hold, such as marks of the gateway
  --parallel N         runs at a time (8)
  --json FILE          all results as JSON
  --markdown FILE      the matrix as Markdown
  --verbose            every failure with its request and answer
  --list               cases, and the rules that the mocks keep with their sources
  --channels           the channels that the gateway must have for the mocks`;

/** The parsed command line. */
export interface Command {
  baseUrl: string;
  key: string | undefined;
  setup: boolean;
  admin: { name: string; password: string } | undefined;
  mocks: boolean;
  models: string | undefined;
  mockHost: string;
  mockPort: number;
  clients: readonly ClientDialect[];
  upstreams: readonly UpstreamKind[];
  cases: readonly string[];
  neverSend: RegExp | undefined;
  parallel: number;
  json: string | undefined;
  markdown: string | undefined;
  verbose: boolean;
  only: 'list' | 'channels' | undefined;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** Parses the arguments; throws with what is wrong about them. */
export function readCommand(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'base-url': text,
      key: text,
      setup: text,
      admin: text,
      'no-mocks': flag,
      models: text,
      'mock-host': { ...text, default: '127.0.0.1' },
      'mock-port': { ...text, default: String(FIRST_PORT) },
      dialects: text,
      upstreams: text,
      case: text,
      'never-send': text,
      parallel: { ...text, default: '8' },
      json: text,
      markdown: text,
      verbose: flag,
      list: flag,
      channels: flag,
    },
  });
  const only = values.list ? 'list' : values.channels ? 'channels' : undefined;
  const baseUrl = values['base-url'];
  if (only === undefined && baseUrl === undefined) throw new Error('--base-url is missing');
  if (values.setup !== undefined && values.setup !== 'tollgate')
    throw new Error(`--setup knows tollgate, not ${values.setup}`);
  const setup = values.setup !== undefined;
  if (setup && values.admin === undefined) throw new Error('--setup needs --admin name:password');
  if (only === undefined && !setup && values.key === undefined) throw new Error('--key is missing');
  const [name = '', ...password] = (values.admin ?? '').split(':');
  return {
    baseUrl: (baseUrl ?? '').replace(/\/+$/, ''),
    key: values.key,
    setup,
    admin: values.admin === undefined ? undefined : { name, password: password.join(':') },
    mocks: !values['no-mocks'],
    models: values.models,
    mockHost: values['mock-host'],
    mockPort: readNumber('--mock-port', values['mock-port']),
    clients: choose('--dialects', values.dialects, CLIENT_DIALECTS),
    upstreams: choose('--upstreams', values.upstreams, UPSTREAM_KINDS),
    cases: choose(
      '--case',
      values.case,
      CASES.map((each) => each.name),
    ),
    neverSend: values['never-send'] === undefined ? undefined : new RegExp(values['never-send']),
    parallel: Math.max(1, readNumber('--parallel', values.parallel)),
    json: values.json,
    markdown: values.markdown,
    verbose: values.verbose,
    only,
  };
}

function choose<T extends string>(
  option: string,
  value: string | undefined,
  all: readonly T[],
): readonly T[] {
  if (value === undefined) return all;
  const selected = value.split(',').map((one) => one.trim());
  const unknown = selected.find((one) => !all.includes(one as T));
  if (unknown !== undefined) throw new Error(`${option}: ${unknown} is none of ${all.join(', ')}`);
  return all.filter((one) => selected.includes(one));
}

function readNumber(option: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0) throw new Error(`${option}: ${value} is no number`);
  return number;
}
