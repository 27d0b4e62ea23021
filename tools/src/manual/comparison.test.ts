import { endpoints, findLoginProvider, paymentProviderTable } from '@tollgate/contract';
import { environmentNames } from '@tollgate/gateway';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandTable } from '../../../apps/gateway/src/cli/command-table.ts';
import { findRoute } from '../../../apps/gateway/src/relay/request/routes.ts';
import { repositoryRoot } from '../repository.ts';

/** The rows of a front page's comparison: the subject, and the cells of the programs. */
const rowsOf = (path: string) =>
  [
    ...readFileSync(join(repositoryRoot, path), 'utf8').matchAll(
      /^\| (?!Tollgate)([^|]+?) \|((?:[^|\n]*\|){6})$/gm,
    ),
  ].map(([, subject = '', cells = '']) => ({ subject, cells: cells.split('|').slice(0, 6) }));
const english = rowsOf('README.md');

const relays = (...paths: string[]) =>
  paths.every((path) => (findRoute(path)?.name ?? 'not-implemented') !== 'not-implemented');
const paths = Object.values(endpoints).map(({ path }): string => path);
const manages = (...starts: string[]) =>
  starts.every((start) => paths.some((path) => path.startsWith(start)));
const reads = (variable: string) => environmentNames.some((name) => name === variable);

/** Whether the program itself has what a row is about. */
const EVIDENCE: Record<string, boolean> = {
  'Callers: OpenAI Responses': relays('/v1/responses'),
  'Callers: Anthropic Messages': relays('/v1/messages'),
  'Callers: Gemini': relays('/v1beta/models/gemini-2.5-pro:generateContent'),
  'Realtime sessions': relays('/v1/realtime'),
  'Files and batches': relays('/v1/files', '/v1/batches'),
  'Midjourney and Suno tasks': relays('/mj/submit/imagine', '/suno/submit/music'),
  'Video generation': relays('/v1/videos'),
  'Hedged requests': manages('/api/traffic'),
  'MCP gateway': relays('/mcp'),
  'Teams with a budget of their own': manages('/api/team/'),
  'Single sign-on (OIDC)': findLoginProvider('oidc') !== undefined,
  'Two-step login, passkeys': manages('/api/user/totp', '/api/user/login/passkey'),
  'Audit log': manages('/api/audit'),
  OpenTelemetry: reads('OTEL_EXPORTER_OTLP_ENDPOINT'),
  'Configuration as a file': 'apply' in commandTable,
  'Online payments': Object.keys(paymentProviderTable).length > 0,
  Subscriptions: manages('/api/subscription'),
  'Redemption codes, referrals': manages('/api/redemption', '/api/user/aff'),
};

test('the front page claims for Tollgate exactly what its routes and endpoints show', () => {
  const claimed = Object.fromEntries(
    english.map(({ subject, cells }) => [subject, cells[0]?.trim() === '✓']),
  );
  expect(claimed).toMatchObject(EVIDENCE);
});

test('both READMEs compare the same programs with the same marks', () => {
  const marks = (rows: typeof english) =>
    rows.map(({ cells }) => cells.map((cell) => cell.replaceAll(/[^✓–]/g, '')).join('|'));
  expect(english.length).toBeGreaterThan(15);
  expect(marks(rowsOf('README.zh.md'))).toEqual(marks(english));
});
