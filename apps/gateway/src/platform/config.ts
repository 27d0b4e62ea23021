import {
  type LoginAddressName,
  loginProviderTable,
  PAYMENT_PROVIDER_IDS,
  type PaymentAddresses,
  paymentProviderOf,
} from '@tollgate/contract';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { OperatorError } from './operator-error.ts';

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', ''])
  .transform((value) => ['on', 'true', '1'].includes(value));

/** `<calls>/<seconds>`, for example 20/1200. */
const rate = z
  .string()
  .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, 'must be calls/seconds, for example 20/1200')
  .transform((text) => {
    const [points, duration] = text.split('/').map(Number) as [number, number];
    return { points, duration };
  });

/** A secret that was made by `echo` ends with a line break, as the file may. */
const masterKey = z
  .string()
  .trim()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal characters');
const webAddress = z.url({ protocol: /^https?$/ });

const TURNSTILE_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** Where login providers are: an own GitHub Enterprise, for example. */
const loginAddresses = Object.fromEntries(
  loginProviderTable.flatMap(({ addresses }) =>
    Object.entries(addresses).map(([name, address]) => [name, webAddress.default(address)]),
  ),
) as Record<LoginAddressName, z.ZodDefault<z.ZodURL>>;

/** Where payment providers are: a compatible service, or a simulator. */
const paymentAddresses = Object.fromEntries(
  PAYMENT_PROVIDER_IDS.flatMap((id) =>
    Object.entries(paymentProviderOf(id).addresses ?? {}).map(([name, address]) => [
      name,
      address === null ? webAddress.optional() : webAddress.default(address),
    ]),
  ),
) as {
  [Name in keyof PaymentAddresses]: PaymentAddresses[Name] extends null
    ? z.ZodOptional<z.ZodURL>
    : z.ZodDefault<z.ZodURL>;
};

/** Every environment variable that the gateway reads. Nothing else reads `process.env`. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis://')
    .optional(),
  /** 32 bytes as 64 hex characters. Without it one is made once and kept in DATA_DIR. */
  MASTER_KEY: masterKey.optional(),
  /** What MASTER_KEY will be, for `tollgate rotate-key` alone. */
  NEW_MASTER_KEY: masterKey.optional(),
  /** Encrypts backups, and opens them. */
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  /** Where backups at s3://bucket/prefix are: any storage that speaks S3, Amazon's without an address. */
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z\d-]{1,40}$/)
    .default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Of keys that hold for some hours only. */
  BACKUP_S3_SESSION_TOKEN: z.string().min(1).optional(),
  /** Where the bucket stands: in the path, or in front of the host. */
  BACKUP_S3_STYLE: z.enum(['path', 'host']).default('path'),
  /** A folder, or s3://bucket/prefix, for backups that the gateway makes by itself, how many hours apart, and how many stay. */
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  /** Where log rows go, in compressed files, before `LogRetentionDays` deletes them. Without it nowhere. */
  LOG_ARCHIVE_DIR: z.string().min(1).optional(),
  /** Where the usage log is shipped to and read from: ClickHouse's HTTP interface (ADR 88). Without it the database alone has it. */
  LOG_DATABASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be http(s)://user:password@host:8123/database' })
    .refine(
      (text) => /^\/\w*$/.test(URL.parse(text)?.pathname ?? ''),
      'must end with one name of a database',
    )
    .optional(),
  /** How many days of the usage log stay in PostgreSQL, where a log store has them all. Without it as many as there. */
  LOG_DATABASE_RECENT_DAYS: z.coerce.number().int().min(7).max(36_500).optional(),
  INITIAL_ROOT_PASSWORD: z.string().min(6).max(128).optional(),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** Set by the process that starts the workers, never by a person. */
  WORKER_NUMBER: z.coerce.number().int().min(1).max(64).default(1),
  /** Comma-separated addresses or ranges whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (text) =>
        text
          .split(',')
          .map((range) => range.trim())
          .every((range) => range === '' || ipaddr.isValid(range) || ipaddr.isValidCIDR(range)),
      'must be addresses and ranges, for example 127.0.0.1,10.0.0.0/8',
    )
    .default(''),
  RATE_LIMIT: flag.default(true),
  /** Calls and seconds an address has for what guesses secrets, and for the rest of the console API. */
  LOGIN_RATE_LIMIT: rate.default({ points: 20, duration: 1200 }),
  API_RATE_LIMIT: rate.default({ points: 180, duration: 180 }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** `ecs` names the fields of log lines by the Elastic Common Schema. */
  LOG_FORMAT: z.enum(['json', 'ecs']).default('json'),
  /** Lets channels and options point at private and loopback addresses (development, self-hosted models). */
  ALLOW_PRIVATE_UPSTREAMS: flag.default(false),
  /** The same for the mail server alone. */
  ALLOW_PRIVATE_MAIL: flag.default(false),
  /** Lets the gateway fetch pictures that clients name from private and loopback addresses. */
  ALLOW_PRIVATE_MEDIA: flag.default(false),
  /** Where tokens of the human verification (Turnstile) are checked. */
  HUMAN_CHECK_URL: z.url({ protocol: /^https?$/ }).default(TURNSTILE_URL),
  ...paymentAddresses,
  ...loginAddresses,
  /** Bearer token that /metrics wants from everybody. Without one: direct calls from this machine only. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Where traces and metrics go (`/v1/traces` and `/v1/metrics` of it). Without one nothing of OpenTelemetry is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Where traces or metrics go instead, as it is written. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/json', 'http/protobuf']).default('http/json'),
  /** `name=value,…` that the collector wants, such as its credential. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(255).optional(),
  /** `name=value,…` that stand beside the name in every trace and metric. */
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  /** Off by itself: most have Prometheus read them. */
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('none'),
  /** Milliseconds between two times. */
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(1000).max(3_600_000).default(60_000),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  /** Of the samplers by ratio: the share of traces that is kept. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SDK_DISABLED: flag.default(false),
  /** What a crash of the machine (not of the process) may cost: normal = the last moments, full = nothing. */
  DURABILITY: z.enum(['normal', 'full']).default('normal'),
  /** On SIGTERM: how long calls may take that run; then they are cut, charged and told. */
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().min(0).max(86_400).default(60),
  /** PostgreSQL: how much may wait in the local journal while the database is away, before new calls are refused. */
  JOURNAL_MAX_MB: z.coerce.number().int().min(1).max(1_000_000).default(1024),
  /** What the bodies of requests may hold of a process' memory, and whole answers as much. Without it `body-memory.ts` says. */
  BODIES_MAX_MB: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

/** The names of all of them. */
export const environmentNames = Object.keys(environment.shape);

export type Config = Readonly<z.output<typeof environment>>;

/**
 * Reads and checks the environment. Throws an OperatorError that names each bad variable in one
 * line; empty values count as absent.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new OperatorError('config.invalid', { problems: lines.join('\n  ') });
  }
  const config = parsed.data;
  if (config.WORKERS > 1 && !config.DATABASE_URL) throw new OperatorError('config.workers');
  if (config.WORKERS > 1 && config.PORT === 0) throw new OperatorError('config.port');
  if (config.LOG_DATABASE_URL && !config.DATABASE_URL) throw new OperatorError('config.logStore');
  return Object.freeze(config);
}
