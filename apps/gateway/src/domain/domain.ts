import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { ClockJumpTracker } from '../platform/clock-jumps.ts';
import type { Config } from '../platform/config.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { Logger } from '../platform/logger.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { RedisLink } from '../platform/redis-link.ts';
import type { Store } from '../store/open-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { ChannelCatalog } from './channels/channel-catalog.ts';
import type { ChannelHealth } from './channel-health/channel-health.ts';
import type { UpstreamAccessTokens } from './channels/upstream-access-tokens.ts';
import type { CaptchaVerifier } from './accounts/captcha-verifier.ts';
import type { ApiKeyDirectory } from './accounts/api-key-directory.ts';
import type { LoginProviderContext } from './logins/login-provider-context.ts';
import type { SignInHistory } from './sign-ins/sign-in-history.ts';
import type { OptionStore } from './options/options.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { LogSource } from './log/log-source.ts';
import type { Mailer } from './mail/mail.ts';
import type { ResponseMemory } from './responses/response-memory.ts';
import type { PayloadLog } from './payloads/payload-log.ts';
import type { PaymentClients } from './payments/payment-clients.ts';
import type { RemoteMedia } from './remote-media.ts';
import type { Traffic } from './traffic/traffic.ts';
import type { PriceBook } from '@tollgate/pricing';
import type { FileTools } from './files/file-tools.ts';
import type { TaskTools } from './tasks/task-tools.ts';
import type { Wallet } from './wallet/wallet.ts';

/**
 * Every service of the gateway, composed once by `open-domain.ts`. Use cases take only what they need of it
 * (`Pick<Domain, …>`); only the composition of relay, API and jobs takes all of it.
 */
export interface Domain {
  readonly config: Config;
  readonly clock: Clock;
  readonly clockJumps: ClockJumpTracker;
  readonly log: Logger;
  readonly keyring: Keyring;
  readonly bus: Bus;
  readonly changes: ChangeFeed;
  readonly store: Store;
  /** Where the usage log is read from. */
  readonly logs: LogSource;
  /** Undefined where this node has no Redis. */
  readonly redis: RedisLink | undefined;
  readonly options: OptionStore;
  readonly prices: { current(): PriceBook };
  readonly catalog: ChannelCatalog;
  readonly directory: ApiKeyDirectory;
  readonly channelHealth: ChannelHealth;
  readonly upstreamAccessTokens: UpstreamAccessTokens;
  readonly remoteMedia: RemoteMedia;
  readonly payments: PaymentClients;
  readonly taskTools: TaskTools;
  readonly fileTools: FileTools;
  readonly traffic: Traffic;
  readonly wallet: Wallet;
  readonly nodeId: string;
  /** Names of the periodic jobs whose last run on this node failed. */
  readonly failingJobs: Set<string>;
  /** Distinguishes this installation from others on the same Redis. The same on all its nodes. */
  readonly clusterId: string;
  readonly limiter: RateLimiter;
  readonly responses: ResponseMemory;
  readonly mailer: Mailer;
  /** Undefined if no collector is configured. */
  readonly tracing: Tracing | undefined;
  readonly captcha: CaptchaVerifier;
  /** Hashes a new password at this gateway's cost. */
  readonly hashPassword: (password: string) => Promise<string>;
  readonly signInHistory: SignInHistory;
  readonly payloads: PayloadLog;
  /** The context of login providers. */
  readonly loginProviderContext: LoginProviderContext;
  close(): Promise<void>;
}
