/** An option that a login provider has besides its switch, as shown in the settings. */
export interface LoginProviderOption {
  readonly key: string;
  /** `groups` is a table that maps groups reported by the provider to ours. */
  readonly kind: 'text' | 'url' | 'picture' | 'secret' | 'list' | 'groups';
  /** The label shared by all OAuth clients; if absent, the option has its own. */
  readonly label?: 'oauthClientId' | 'oauthClientSecret';
  /** The member of GET /api/status that exposes it. */
  readonly status?: string;
  /** A URL that the gateway itself calls. */
  readonly calls?: 'web';
  /** For a secret: the options that decide where it is sent. */
  readonly sentTo?: readonly string[];
  /** The login works without it. */
  readonly optional?: true;
}

/**
 * How a provider proves a user's identity: `oauth` redirects the browser back with a code and a state, `code`
 * is a one-time code that the user types, `widget` is a set of fields signed by the provider.
 */
export type LoginProviderKind = 'oauth' | 'code' | 'widget';

interface Entry {
  /** Used in routes, in `user_identities.provider` and as its options' group. */
  readonly id: string;
  readonly kind: LoginProviderKind;
  /** Brand name; if Chinese uses another, the texts have a `_<id>` variant. */
  readonly name: string;
  /** The member of user objects that holds the identity there. */
  readonly userField: `${string}_id`;
  readonly enabled: { readonly key: string; readonly status: string };
  readonly options: readonly LoginProviderOption[];
  /**
   * Environment variables that override its URLs (for a GitHub Enterprise or a simulator), with their
   * defaults.
   */
  readonly addresses: Readonly<Record<string, string>>;
  /** The member of GET /api/status with the operator's name for it, if it can have one. */
  readonly nameStatus?: 'oidc_name';
  /**
   * Set if its logins are redirected to a URL of ours that is sent to the provider, so that ServerAddress is
   * required.
   */
  readonly needsServerAddress?: true;
  /** For a widget: the fields it may send, except the signature. */
  readonly fields?: readonly string[];
}

/**
 * Login providers: what both the console and the server know about each. The server's implementations are in
 * `apps/gateway/src/domain/logins/providers`. Routes, options, status, user fields, settings, buttons and
 * bindings derive from this table, in this order.
 */
const table = [
  {
    id: 'github',
    kind: 'oauth',
    name: 'GitHub',
    userField: 'github_id',
    enabled: { key: 'GitHubOAuthEnabled', status: 'github_oauth' },
    options: [
      { key: 'GitHubClientId', kind: 'text', label: 'oauthClientId', status: 'github_client_id' },
      { key: 'GitHubClientSecret', kind: 'secret', label: 'oauthClientSecret' },
    ],
    addresses: { GITHUB_URL: 'https://github.com', GITHUB_API_URL: 'https://api.github.com' },
  },
  {
    id: 'linuxdo',
    kind: 'oauth',
    name: 'LinuxDO',
    userField: 'linux_do_id',
    enabled: { key: 'LinuxDOOAuthEnabled', status: 'linuxdo_oauth' },
    options: [
      { key: 'LinuxDOClientId', kind: 'text', label: 'oauthClientId', status: 'linuxdo_client_id' },
      { key: 'LinuxDOClientSecret', kind: 'secret', label: 'oauthClientSecret' },
    ],
    addresses: { LINUXDO_URL: 'https://connect.linux.do' },
  },
  {
    id: 'wechat',
    kind: 'code',
    name: 'WeChat',
    userField: 'wechat_id',
    enabled: { key: 'WeChatAuthEnabled', status: 'wechat_login' },
    options: [
      { key: 'WeChatServerAddress', kind: 'url', calls: 'web' },
      { key: 'WeChatServerToken', kind: 'secret', sentTo: ['WeChatServerAddress'] },
      {
        key: 'WeChatAccountQRCodeImageURL',
        kind: 'picture',
        status: 'wechat_qrcode',
        optional: true,
      },
    ],
    addresses: {},
  },
  {
    id: 'telegram',
    kind: 'widget',
    name: 'Telegram',
    userField: 'telegram_id',
    enabled: { key: 'TelegramOAuthEnabled', status: 'telegram_oauth' },
    options: [
      { key: 'TelegramBotToken', kind: 'secret' },
      { key: 'TelegramBotName', kind: 'text', status: 'telegram_bot_name' },
    ],
    addresses: {},
    fields: ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date'],
  },
  {
    id: 'google',
    kind: 'oauth',
    needsServerAddress: true,
    name: 'Google',
    userField: 'google_id',
    enabled: { key: 'GoogleOAuthEnabled', status: 'google_oauth' },
    options: [
      { key: 'GoogleClientId', kind: 'text', label: 'oauthClientId' },
      { key: 'GoogleClientSecret', kind: 'secret', label: 'oauthClientSecret' },
    ],
    addresses: { GOOGLE_ISSUER: 'https://accounts.google.com' },
  },
  {
    id: 'discord',
    kind: 'oauth',
    needsServerAddress: true,
    name: 'Discord',
    userField: 'discord_id',
    enabled: { key: 'DiscordOAuthEnabled', status: 'discord_oauth' },
    options: [
      { key: 'DiscordClientId', kind: 'text', label: 'oauthClientId' },
      { key: 'DiscordClientSecret', kind: 'secret', label: 'oauthClientSecret' },
    ],
    addresses: { DISCORD_URL: 'https://discord.com' },
  },
  {
    id: 'oidc',
    kind: 'oauth',
    needsServerAddress: true,
    name: 'OpenID Connect',
    userField: 'oidc_id',
    enabled: { key: 'OidcEnabled', status: 'oidc_enabled' },
    nameStatus: 'oidc_name',
    options: [
      { key: 'OidcIssuer', kind: 'url', calls: 'web' },
      { key: 'OidcClientId', kind: 'text', label: 'oauthClientId' },
      {
        key: 'OidcClientSecret',
        kind: 'secret',
        label: 'oauthClientSecret',
        sentTo: ['OidcIssuer'],
      },
      { key: 'OidcName', kind: 'text', status: 'oidc_name', optional: true },
      { key: 'OidcGroupsClaim', kind: 'text', optional: true },
      { key: 'OidcGroupMap', kind: 'groups', optional: true },
      { key: 'OidcAdminValues', kind: 'list', optional: true },
    ],
    addresses: {},
  },
] as const satisfies readonly Entry[];

type Row = (typeof table)[number];
type MembersOf<Union> = Union extends unknown ? keyof Union : never;

export type LoginProviderId = Row['id'];
/** The members of user objects that hold identities. */
export type LoginUserField = Row['userField'];
export type LoginAddressName = MembersOf<Row['addresses']>;
/** The key of each switch and option of a provider, and the member of GET /api/status that exposes it. */
export type LoginSwitch = Row['enabled'];
export type LoginOption = Row['options'][number];
export type LoginFact = Extract<LoginOption, { status: string }>['status'];

export type LoginProviderEntry = Entry & {
  readonly id: LoginProviderId;
  readonly userField: LoginUserField;
  readonly enabled: LoginSwitch;
};

export const loginProviderTable: readonly LoginProviderEntry[] = table;

/** Returns the ids of all providers of the given kinds, typed as non-empty. */
export function loginProviderIds(...kinds: LoginProviderKind[]): [LoginProviderId] {
  return loginProviderTable.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id) as [
    LoginProviderId,
  ];
}

/** Returns the provider for an external name, such as a route's or an option group's. */
export function findLoginProvider(id: string): LoginProviderEntry | undefined {
  return loginProviderTable.find((entry) => entry.id === id);
}
