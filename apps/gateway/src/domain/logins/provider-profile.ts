import type { ExternalIdColumn } from '../../store/users-repository.ts';

/** The sites that people log in with. */
export type LoginProviderId = 'github' | 'linuxdo' | 'wechat' | 'telegram';

/** An account elsewhere whose owner is at the keyboard. */
export interface ProviderProfile {
  site: LoginProviderId;
  /** What the site never gives to somebody else: a number or a key, not a name. */
  id: string;
  /** What its owner is called there; may be empty. */
  login: string;
  name: string;
}

export const ID_COLUMNS: Readonly<Record<LoginProviderId, ExternalIdColumn>> = {
  github: 'github_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
};

/** The options that let people in by a site. */
export const SITE_SWITCHES: Readonly<Record<LoginProviderId, string>> = {
  github: 'GitHubOAuthEnabled',
  linuxdo: 'LinuxDOOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
  telegram: 'TelegramOAuthEnabled',
};
