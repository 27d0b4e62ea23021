import { expect, test } from 'vitest';
import { environmentNames } from './config.ts';
import { findIgnoredTelemetry, findUnknownVariables } from './unknown-variables.ts';

const find = (...names: string[]) =>
  findUnknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])));

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['TOLLGATE_PORT', 'PORT'],
  ['TOLLGATE_WHATEVER', undefined],
  ['redis_url', 'REDIS_URL'],
  ['PROT', 'PORT'],
  ['MASTERKEY', 'MASTER_KEY'],
  ['SQL_DSN', 'DATABASE_URL'],
  ['SQL_MAX_OPEN_CONNS', 'DATABASE_CONNECTIONS'],
])('%s is reported', (name, suggestion) => {
  expect(find(name)).toEqual([{ name, meant: suggestion }]);
});

test('variables that the gateway reads, empty ones, and those of the system are not reported', () => {
  expect(find(...environmentNames)).toEqual([]);
  expect(findUnknownVariables({ DATABSE_URL: '' })).toEqual([]);
  const system = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'PWD',
    'SHELL',
    'USER',
    'LANG',
    'TZ',
    'NODE_ENV',
    'TERM',
    'POD_NAME',
    'npm_config_cache',
    'GITHUB_ENV',
    'GITHUB_SHA',
    'LOGNAME',
    'OLDPWD',
    'SHLVL',
    'TMPDIR',
    'CI',
    'PS1',
  ];
  expect(find(...system)).toEqual([]);
});

test('standard OpenTelemetry variables without effect are reported, effective ones are not', () => {
  expect(
    findIgnoredTelemetry({
      OTEL_PROPAGATORS: 'b3',
      OTEL_LOGS_EXPORTER: 'otlp',
      OTEL_BSP_SCHEDULE_DELAY: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=b',
      OTEL_EXPORTER_OTLP_CERTIFICATE: '/ca.pem',
      OTEL_METRICS_EXPORTER: 'otlp',
      PATH: '/bin',
    }),
  ).toEqual(['OTEL_LOGS_EXPORTER', 'OTEL_PROPAGATORS']);
  expect(find('OTEL_METRIC_EXPORTER')).toEqual([]);
});
