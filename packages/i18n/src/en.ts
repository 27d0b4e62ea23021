import { mergeTexts } from './merge-texts.ts';
import type { zh } from './zh.ts';
import audit from './en/audit.json' with { type: 'json' };
import channels from './en/channels.json' with { type: 'json' };
import cli from './en/cli.json' with { type: 'json' };
import configuration from './en/configuration.json' with { type: 'json' };
import dashboard from './en/dashboard.json' with { type: 'json' };
import docs from './en/docs.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import home from './en/home.json' with { type: 'json' };
import imports from './en/imports.json' with { type: 'json' };
import llms from './en/llms.json' with { type: 'json' };
import login from './en/login.json' with { type: 'json' };
import logs from './en/logs.json' with { type: 'json' };
import mail from './en/mail.json' with { type: 'json' };
import manual from './en/manual.json' with { type: 'json' };
import notifications from './en/notifications.json' with { type: 'json' };
import onboarding from './en/onboarding.json' with { type: 'json' };
import operator from './en/operator.json' with { type: 'json' };
import optionHints from './en/option-hints.json' with { type: 'json' };
import options from './en/options.json' with { type: 'json' };
import orders from './en/orders.json' with { type: 'json' };
import paymentProviders from './en/payment-providers.json' with { type: 'json' };
import personal from './en/personal.json' with { type: 'json' };
import playground from './en/playground.json' with { type: 'json' };
import prices from './en/prices.json' with { type: 'json' };
import pricing from './en/pricing.json' with { type: 'json' };
import providers from './en/providers.json' with { type: 'json' };
import agent from './en/agent.json' with { type: 'json' };
import redemptions from './en/redemptions.json' with { type: 'json' };
import refusals from './en/refusals.json' with { type: 'json' };
import registration from './en/registration.json' with { type: 'json' };
import registrationCodes from './en/registration-codes.json' with { type: 'json' };
import routing from './en/routing.json' with { type: 'json' };
import setting from './en/setting.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import system from './en/system.json' with { type: 'json' };
import tasks from './en/tasks.json' with { type: 'json' };
import team from './en/team.json' with { type: 'json' };
import tokens from './en/tokens.json' with { type: 'json' };
import traffic from './en/traffic.json' with { type: 'json' };
import ui from './en/ui.json' with { type: 'json' };
import users from './en/users.json' with { type: 'json' };
import wallet from './en/wallet.json' with { type: 'json' };

/** The English texts. */
export const en: typeof zh = mergeTexts(
  {
    audit,
    channels,
    cli,
    configuration,
    dashboard,
    docs,
    errors,
    home,
    imports,
    llms,
    login,
    logs,
    mail,
    manual,
    notifications,
    onboarding,
    operator,
    optionHints,
    options,
    orders,
    personal,
    playground,
    prices,
    pricing,
    providers,
    agent,
    redemptions,
    refusals,
    registration,
    registrationCodes,
    routing,
    setting,
    shell,
    system,
    tasks,
    team,
    tokens,
    traffic,
    ui,
    users,
    wallet,
  },
  paymentProviders,
);
