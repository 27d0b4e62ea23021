import type { Status } from '@tollgate/contract';
import { nowSeconds, systemClock } from '../platform/clock.ts';
import type { Domain } from './domain.ts';
import { readPaymentStatus } from './payments/payment-status.ts';

export const VERSION = '0.1.0';
/** When this process started, in seconds. */
export const STARTED_AT = nowSeconds(systemClock);

/** The public facts of this server. */
export function readStatus({ options }: Pick<Domain, 'options'>): Status {
  return {
    version: VERSION,
    start_time: STARTED_AT,
    ...appearance(options),
    ...signIn(options),
    ...payment(options),
  };
}

type Options = Domain['options'];

function appearance(options: Options) {
  return {
    system_name: options.text('SystemName'),
    logo: options.text('Logo'),
    footer_html: options.text('Footer'),
    quota_per_unit: options.number('QuotaPerUnit'),
    display_in_currency: options.boolean('DisplayInCurrencyEnabled'),
    enable_drawing: options.boolean('DrawingEnabled'),
    enable_task: options.boolean('TaskEnabled'),
    enable_data_export: options.boolean('DataExportEnabled'),
    chats: options.json<Record<string, string>[]>('Chats'),
    data_export_default_time: options.text('DataExportDefaultTime'),
    data_export_interval: options.number('DataExportInterval'),
    default_collapse_sidebar: options.boolean('DefaultCollapseSidebar'),
    mj_notify_enabled: options.boolean('MjNotifyEnabled'),
    chat_link: options.text('ChatLink'),
    chat_link2: options.text('ChatLink2'),
    server_address: options.text('ServerAddress'),
  };
}

function signIn(options: Options) {
  return {
    password_login: options.boolean('PasswordLoginEnabled'),
    register: options.boolean('RegisterEnabled') && options.boolean('PasswordRegisterEnabled'),
    email_verification: options.boolean('EmailVerificationEnabled'),
    turnstile_check: options.boolean('TurnstileCheckEnabled'),
    turnstile_site_key: options.text('TurnstileSiteKey'),
    github_oauth: options.boolean('GitHubOAuthEnabled'),
    github_client_id: options.text('GitHubClientId'),
    linuxdo_oauth: options.boolean('LinuxDOOAuthEnabled'),
    linuxdo_client_id: options.text('LinuxDOClientId'),
    wechat_login: options.boolean('WeChatAuthEnabled'),
    wechat_qrcode: options.text('WeChatAccountQRCodeImageURL'),
    telegram_oauth: options.boolean('TelegramOAuthEnabled'),
    telegram_bot_name: options.text('TelegramBotName'),
  };
}

function payment(options: Options) {
  return {
    top_up_link: options.text('TopUpLink'),
    min_topup: options.number('MinTopUp'),
    price: options.number('Price'),
    ...readPaymentStatus(options),
    live_airwallex: options.boolean('LiveAirwallex'),
  };
}
