/** An option that a login provider needs beside its switch, as the settings have it. */
export interface LoginProviderOption {
  readonly key: string;
  /** `groups` is a table that leads from what the provider says to groups of ours. */
  readonly kind: 'text' | 'url' | 'picture' | 'secret' | 'list' | 'groups';
  /** The label that all OAuth clients share; without one the option has a label of its own. */
  readonly label?: 'oauthClientId' | 'oauthClientSecret';
  /** The member of GET /api/status that shows it. */
  readonly status?: string;
  /** An address that the gateway itself calls. */
  readonly calls?: 'web';
  /** For a secret: the options that decide where it is sent. */
  readonly sentTo?: readonly string[];
  /** The login works without it. */
  readonly optional?: true;
}

/**
 * How a provider proves who somebody is: `oauth` sends the browser back with a code and a state,
 * `code` is a one-time code that is typed in, `widget` is a set of fields that the provider signed.
 */
export type LoginProviderKind = 'oauth' | 'code' | 'widget';

interface Entry {
  /** Used in routes, in `user_identities.provider` and as the group of its options. */
  readonly id: string;
  readonly kind: LoginProviderKind;
  /** Its own name; where Chinese has another, the texts have a `_<id>` variant. */
  readonly name: string;
  /** The member of user objects that shows who somebody is there. */
  readonly userField: `${string}_id`;
  readonly enabled: { readonly key: string; readonly status: string };
  readonly options: readonly LoginProviderOption[];
  /** Environment variables that move it elsewhere (an own GitHub Enterprise, a simulator), with their defaults. */
  readonly addresses: Readonly<Record<string, string>>;
  /** The member of GET /api/status with the name that the operator gave it, where there may be one. */
  readonly nameStatus?: 'oidc_name';
  /** Its logins come back to an address of ours that it is told, so ServerAddress is needed. */
  readonly needsServerAddress?: true;
  /** Of a widget: the fields that it may send, the signature left out. */
  readonly fields?: readonly string[];
}

/**
 * Login providers: what the console and the server both know of each. Its object on the server is in
 * `apps/gateway/src/domain/logins/providers`. Routes, options, status, user fields, settings, buttons
 * and bindings derive from this table, in this order.
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
/** What each switch and each option of a provider is called, and the member of GET /api/status that shows it. */
export type LoginSwitch = Row['enabled'];
export type LoginOption = Row['options'][number];
export type LoginFact = Extract<LoginOption, { status: string }>['status'];

export type LoginProviderEntry = Entry & {
  readonly id: LoginProviderId;
  readonly userField: LoginUserField;
  readonly enabled: LoginSwitch;
};

export const loginProviderTable: readonly LoginProviderEntry[] = table;

/** The ids of all providers of a kind, as a list that is never empty. */
export function loginProviderIds(...kinds: LoginProviderKind[]): [LoginProviderId] {
  return loginProviderTable.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id) as [
    LoginProviderId,
  ];
}

/** The provider of a name from outside, such as a route or a group of options. */
export function findLoginProvider(id: string): LoginProviderEntry | undefined {
  return loginProviderTable.find((entry) => entry.id === id);
}
