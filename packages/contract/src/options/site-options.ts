import {
  adminOptions,
  booleanOption,
  choiceOption,
  idleWithout,
  integerOption,
  isImageAddress,
  chatLinks,
  jsonOption,
  rootOptions,
  secretOption,
  textOption,
  urlOption,
  withRule,
} from './definition.ts';
import { isBlockedPage, hasBlockedImage } from './blocked-content.ts';

/** A text shown in the console: refused if the content security policy would block part of it. */
const siteText = <Draft extends ReturnType<typeof textOption>>(draft: Draft): Draft =>
  withRule(draft, (text) => !hasBlockedImage(text), 'option_blocked_content');

/** The same for an option that may also hold a page's URL. */
const sitePage = <Draft extends ReturnType<typeof textOption>>(draft: Draft): Draft =>
  withRule(siteText(draft), (text) => !isBlockedPage(text), 'option_blocked_content');

/** URLs, public texts, links and the look of the console. */
export const siteOptions = [
  ...rootOptions(
    urlOption('ServerAddress', 'server', { status: 'server_address' }),
    urlOption('WorkerUrl', 'server', { calls: 'web' }),
    secretOption('WorkerValidKey', 'server', {
      sentTo: ['WorkerUrl'],
      ...idleWithout('WorkerUrl'),
    }),
  ),

  ...adminOptions(
    siteText(textOption('Notice', 'content', '', { multiline: true })),
    textOption('SystemName', 'content', 'Tollgate', { status: 'system_name' }),
    withRule(
      textOption('Logo', 'content', '', { status: 'logo' }),
      (text) => text.trim() === '' || isImageAddress(text.trim()),
      'option_invalid_picture',
    ),
    sitePage(textOption('HomePageContent', 'content', '', { multiline: true })),
    sitePage(textOption('About', 'content', '', { multiline: true })),
    siteText(textOption('Footer', 'content', '', { status: 'footer_html', multiline: true })),
  ),

  // Chat links contain the key of the user who follows them, so secrets are sent to their URLs.
  ...rootOptions(
    urlOption('TopUpLink', 'general', { status: 'top_up_link' }),
    urlOption('ChatLink', 'general', { status: 'chat_link' }),
    urlOption('ChatLink2', 'general', { status: 'chat_link2' }),
    jsonOption('Chats', 'chat', '[]', chatLinks, { status: 'chats' }),
  ),

  ...adminOptions(
    booleanOption('DisplayInCurrencyEnabled', 'general', true, { status: 'display_in_currency' }),
    booleanOption('DisplayTokenStatEnabled', 'general', true),
    booleanOption('DefaultCollapseSidebar', 'general', false, {
      status: 'default_collapse_sidebar',
    }),

    booleanOption('ServiceStatusEnabled', 'general', true, { status: 'service_status' }),

    booleanOption('DataExportEnabled', 'dashboard', true, { status: 'enable_data_export' }),
    choiceOption('DataExportDefaultTime', 'dashboard', ['hour', 'day', 'week'], {
      status: 'data_export_default_time',
      ...idleWithout('DataExportEnabled'),
    }),
    integerOption(
      'DataExportInterval',
      'dashboard',
      5,
      { min: 1, max: 1440 },
      { status: 'data_export_interval', ...idleWithout('DataExportEnabled') },
    ),

    booleanOption('TaskEnabled', 'drawing', true, { status: 'enable_task' }),
    booleanOption('DrawingEnabled', 'drawing', true, { status: 'enable_drawing' }),
    booleanOption('MjNotifyEnabled', 'drawing', false, {
      status: 'mj_notify_enabled',
      requires: { keys: ['ServerAddress'] },
    }),
    booleanOption('MjAccountFilterEnabled', 'drawing', false, idleWithout('DrawingEnabled')),
    booleanOption('MjModeClearEnabled', 'drawing', false, idleWithout('DrawingEnabled')),
    booleanOption('MjForwardUrlEnabled', 'drawing', false, {
      requires: { keys: ['ServerAddress'] },
    }),
    booleanOption('MjActionCheckSuccessEnabled', 'drawing', false, idleWithout('DrawingEnabled')),
  ),
];
