import { mergeTexts } from './merge-texts.ts';
import audit from './zh/audit.json' with { type: 'json' };
import channels from './zh/channels.json' with { type: 'json' };
import cli from './zh/cli.json' with { type: 'json' };
import configuration from './zh/configuration.json' with { type: 'json' };
import dashboard from './zh/dashboard.json' with { type: 'json' };
import docs from './zh/docs.json' with { type: 'json' };
import errors from './zh/errors.json' with { type: 'json' };
import home from './zh/home.json' with { type: 'json' };
import imports from './zh/imports.json' with { type: 'json' };
import llms from './zh/llms.json' with { type: 'json' };
import login from './zh/login.json' with { type: 'json' };
import logs from './zh/logs.json' with { type: 'json' };
import mail from './zh/mail.json' with { type: 'json' };
import manual from './zh/manual.json' with { type: 'json' };
import notifications from './zh/notifications.json' with { type: 'json' };
import onboarding from './zh/onboarding.json' with { type: 'json' };
import operator from './zh/operator.json' with { type: 'json' };
import optionHints from './zh/option-hints.json' with { type: 'json' };
import options from './zh/options.json' with { type: 'json' };
import orders from './zh/orders.json' with { type: 'json' };
import paymentProviders from './zh/payment-providers.json' with { type: 'json' };
import personal from './zh/personal.json' with { type: 'json' };
import playground from './zh/playground.json' with { type: 'json' };
import prices from './zh/prices.json' with { type: 'json' };
import pricing from './zh/pricing.json' with { type: 'json' };
import providers from './zh/providers.json' with { type: 'json' };
import agent from './zh/agent.json' with { type: 'json' };
import redemptions from './zh/redemptions.json' with { type: 'json' };
import refusals from './zh/refusals.json' with { type: 'json' };
import registration from './zh/registration.json' with { type: 'json' };
import registrationCodes from './zh/registration-codes.json' with { type: 'json' };
import routing from './zh/routing.json' with { type: 'json' };
import setting from './zh/setting.json' with { type: 'json' };
import shell from './zh/shell.json' with { type: 'json' };
import system from './zh/system.json' with { type: 'json' };
import tasks from './zh/tasks.json' with { type: 'json' };
import team from './zh/team.json' with { type: 'json' };
import tokens from './zh/tokens.json' with { type: 'json' };
import traffic from './zh/traffic.json' with { type: 'json' };
import ui from './zh/ui.json' with { type: 'json' };
import users from './zh/users.json' with { type: 'json' };
import wallet from './zh/wallet.json' with { type: 'json' };

/** The Chinese texts: the source that defines the keys. */
export const zh = mergeTexts(
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
