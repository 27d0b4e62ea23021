import {
  booleanOption,
  integerOption,
  listOption,
  rootOptions,
  secretOption,
  textOption,
  urlOption,
} from './definition.ts';

/** Login, registration, third-party login, human verification and mail. */
export const accountOptions = rootOptions(
  booleanOption('PasswordLoginEnabled', 'login', true, { status: 'password_login' }),
  booleanOption('PasswordRegisterEnabled', 'login', true),
  booleanOption('RegisterEnabled', 'login', true, { status: 'register' }),
  booleanOption('EmailVerificationEnabled', 'login', false, {
    status: 'email_verification',
    requires: { keys: ['SMTPServer', ['SMTPFrom', 'SMTPAccount']] },
  }),
  booleanOption('EmailDomainRestrictionEnabled', 'login', false, {
    requires: { keys: ['EmailDomainWhitelist'] },
  }),
  booleanOption('EmailAliasRestrictionEnabled', 'login', false),
  listOption('EmailDomainWhitelist', 'login'),

  booleanOption('GitHubOAuthEnabled', 'github', false, {
    status: 'github_oauth',
    requires: { keys: ['GitHubClientId', 'GitHubClientSecret'] },
  }),
  textOption('GitHubClientId', 'github', '', { status: 'github_client_id' }),
  secretOption('GitHubClientSecret', 'github'),

  booleanOption('LinuxDOOAuthEnabled', 'linuxdo', false, {
    status: 'linuxdo_oauth',
    requires: { keys: ['LinuxDOClientId', 'LinuxDOClientSecret'] },
  }),
  textOption('LinuxDOClientId', 'linuxdo', '', { status: 'linuxdo_client_id' }),
  secretOption('LinuxDOClientSecret', 'linuxdo'),

  booleanOption('WeChatAuthEnabled', 'wechat', false, {
    status: 'wechat_login',
    requires: { keys: ['WeChatServerAddress', 'WeChatServerToken'] },
  }),
  urlOption('WeChatServerAddress', 'wechat', { calls: 'web' }),
  secretOption('WeChatServerToken', 'wechat', { sentTo: ['WeChatServerAddress'] }),
  urlOption('WeChatAccountQRCodeImageURL', 'wechat', { status: 'wechat_qrcode' }),

  booleanOption('TelegramOAuthEnabled', 'telegram', false, {
    status: 'telegram_oauth',
    requires: { keys: ['TelegramBotToken', 'TelegramBotName'] },
  }),
  secretOption('TelegramBotToken', 'telegram'),
  textOption('TelegramBotName', 'telegram', '', { status: 'telegram_bot_name' }),

  booleanOption('TurnstileCheckEnabled', 'turnstile', false, {
    status: 'turnstile_check',
    requires: { keys: ['TurnstileSiteKey', 'TurnstileSecretKey'] },
  }),
  textOption('TurnstileSiteKey', 'turnstile', '', { status: 'turnstile_site_key' }),
  secretOption('TurnstileSecretKey', 'turnstile'),

  textOption('SMTPServer', 'smtp', '', { calls: 'mail' }),
  integerOption('SMTPPort', 'smtp', 587, { min: 1, max: 65_535 }),
  textOption('SMTPAccount', 'smtp'),
  textOption('SMTPFrom', 'smtp'),
  secretOption('SMTPToken', 'smtp', { sentTo: ['SMTPServer', 'SMTPPort'] }),
  booleanOption('SMTPSSLEnabled', 'smtp', false),
);
