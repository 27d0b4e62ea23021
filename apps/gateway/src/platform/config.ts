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

/** A secret created with `echo`, or its file, may end with a newline. */
const masterKey = z
  .string()
  .trim()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal characters');
const webAddress = z.url({ protocol: /^https?$/ });

/**
 * The address of a server. A list of hosts is not one, nor is a password with characters that must be
 * percent-encoded.
 */
const serverAddress = (pattern: RegExp, start: string) =>
  z
    .string()
    .regex(pattern, { error: `must start with ${start}`, abort: true })
    .refine(
      (text) => URL.canParse(text),
      `must be one address, ${start}user:password@host:port/name, with / ? # @ % in the password written as %2F %3F %23 %40 %25`,
    );

const TURNSTILE_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** Addresses of login providers, for example of a self-hosted GitHub Enterprise. */
const loginAddresses = Object.fromEntries(
  loginProviderTable.flatMap(({ addresses }) =>
    Object.entries(addresses).map(([name, address]) => [name, webAddress.default(address)]),
  ),
) as Record<LoginAddressName, z.ZodDefault<z.ZodURL>>;

/** Addresses of payment providers: a compatible service or a simulator. */
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
  DATABASE_URL: serverAddress(/^postgres(ql)?:\/\//, 'postgres://').optional(),
  /** PostgreSQL: most connections of a process; two sevenths of them are for long reads. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(8).max(200).default(17),
  REDIS_URL: serverAddress(/^rediss?:\/\//, 'redis://').optional(),
  /** 32 bytes as 64 hex characters. If unset, one is generated and kept in DATA_DIR. */
  MASTER_KEY: masterKey.optional(),
  /** The future MASTER_KEY, for `tollgate rotate-key` only. */
  NEW_MASTER_KEY: masterKey.optional(),
  /** Encrypts and decrypts backups. */
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  /** Endpoint of the storage for backups at s3://bucket/prefix: any that speaks S3. If unset, Amazon's. */
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z\d-]{1,40}$/)
    .default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** For temporary credentials. */
  BACKUP_S3_SESSION_TOKEN: z.string().min(1).optional(),
  /** Where the bucket is named: in the path or the host. */
  BACKUP_S3_STYLE: z.enum(['path', 'host']).default('path'),
  /** Folder or s3://bucket/prefix for automatic backups, how many hours apart, and how many are kept. */
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  /**
   * Where log rows are archived, in compressed files, before `LogRetentionDays` deletes them. If unset, they
   * are not archived.
   */
  LOG_ARCHIVE_DIR: z.string().min(1).optional(),
  /**
   * Where the usage log is shipped to and read from: ClickHouse's HTTP interface (ADR 88). If unset, it is in
   * the database only.
   */
  LOG_DATABASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be http(s)://user:password@host:8123/database' })
    .refine(
      (text) => /^\/\w*$/.test(URL.parse(text)?.pathname ?? ''),
      'must end with one name of a database',
    )
    .optional(),
  /**
   * How many days of the usage log stay in PostgreSQL when a log store has all of them. If unset, as many as
   * in the log store.
   */
  LOG_DATABASE_RECENT_DAYS: z.coerce.number().int().min(7).max(36_500).optional(),
  INITIAL_ROOT_PASSWORD: z.string().min(6).max(128).optional(),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** Set by the process that starts the workers, never manually. */
  WORKER_NUMBER: z.coerce.number().int().min(1).max(64).default(1),
  /** Comma-separated addresses or ranges whose X-Forwarded-For is trusted. */
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
  /**
   * Calls and seconds per address, for endpoints where secrets could be guessed, and for the rest of the
   * console API.
   */
  LOGIN_RATE_LIMIT: rate.default({ points: 20, duration: 1200 }),
  API_RATE_LIMIT: rate.default({ points: 180, duration: 180 }),
  /** Open connections of one public address, or /64 of IPv6, in each process; 0 means no limit. */
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).default(4096),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** `ecs` names log fields by the Elastic Common Schema. */
  LOG_FORMAT: z.enum(['json', 'ecs']).default('json'),
  /** Lets channels and options point at private and loopback addresses (development, self-hosted models). */
  ALLOW_PRIVATE_UPSTREAMS: flag.default(false),
  /** The same for the mail server alone. */
  ALLOW_PRIVATE_MAIL: flag.default(false),
  /** Lets the gateway fetch client-supplied image URLs from private and loopback addresses. */
  ALLOW_PRIVATE_MEDIA: flag.default(false),
  /** Where tokens of the human verification (Turnstile) are checked. */
  HUMAN_CHECK_URL: z.url({ protocol: /^https?$/ }).default(TURNSTILE_URL),
  ...paymentAddresses,
  ...loginAddresses,
  /** Bearer token required for /metrics. If unset, only direct requests from this machine are allowed. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /**
   * Where traces and metrics are sent (`/v1/traces` and `/v1/metrics` are appended). If unset, OpenTelemetry
   * is not loaded.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Overrides it for traces or metrics, used as written. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/json', 'http/protobuf']).default('http/json'),
  /** `name=value,…` of headers for the collector, such as its credential. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(255).optional(),
  /** `name=value,…` of attributes added to every trace and metric, next to the service name. */
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  /** Off by default: most operators scrape metrics with Prometheus. */
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('none'),
  /** Milliseconds between two exports. */
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
  /** For ratio samplers: the share of traces that is kept. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SDK_DISABLED: flag.default(false),
  /** What a machine crash (not a process crash) may lose: normal = the last moments, full = nothing. */
  DURABILITY: z.enum(['normal', 'full']).default('normal'),
  /** On SIGTERM: how long running calls may continue before they are aborted, charged and sent an error. */
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().min(0).max(86_400).default(60),
  /**
   * PostgreSQL: how much the local journal may hold while the database is unreachable, before new calls are
   * refused.
   */
  JOURNAL_MAX_MB: z.coerce.number().int().min(1).max(1_000_000).default(1024),
  /**
   * Memory that request bodies may occupy per process; fully buffered responses may occupy as much again.
   * Default: see `body-memory.ts`.
   */
  BODIES_MAX_MB: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

/** Names of all variables. */
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
