import {
  adminOptions,
  booleanOption,
  choiceOption,
  integerOption,
  isPictureAddress,
  chatLinks,
  jsonOption,
  rootOptions,
  secretOption,
  textOption,
  urlOption,
  withRule,
} from './definition.ts';

/** Addresses, texts that people see, links and the look of the console. */
export const siteOptions = [
  ...rootOptions(
    urlOption('ServerAddress', 'server', { status: 'server_address' }),
    urlOption('WorkerUrl', 'server', { calls: 'web' }),
    secretOption('WorkerValidKey', 'server', { sentTo: ['WorkerUrl'] }),
  ),

  ...adminOptions(
    textOption('Notice', 'content', '', { multiline: true }),
    textOption('SystemName', 'content', 'Tollgate', { status: 'system_name' }),
    withRule(
      textOption('Logo', 'content', '', { status: 'logo' }),
      (text) => text.trim() === '' || isPictureAddress(text.trim()),
      'option_invalid_picture',
    ),
    textOption('HomePageContent', 'content', '', { multiline: true }),
    textOption('About', 'content', '', { multiline: true }),
    textOption('Footer', 'content', '', { status: 'footer_html', multiline: true }),
  ),

  // Chat links carry a key of whoever follows them, so they are addresses that secrets go to.
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

    booleanOption('DataExportEnabled', 'dashboard', true, { status: 'enable_data_export' }),
    choiceOption('DataExportDefaultTime', 'dashboard', ['hour', 'day', 'week'], {
      status: 'data_export_default_time',
    }),
    integerOption(
      'DataExportInterval',
      'dashboard',
      5,
      { min: 1, max: 1440 },
      { status: 'data_export_interval' },
    ),

    booleanOption('TaskEnabled', 'drawing', true, { status: 'enable_task' }),
    booleanOption('DrawingEnabled', 'drawing', true, { status: 'enable_drawing' }),
    booleanOption('MjNotifyEnabled', 'drawing', false, { status: 'mj_notify_enabled' }),
    booleanOption('MjAccountFilterEnabled', 'drawing', false),
    booleanOption('MjModeClearEnabled', 'drawing', false),
    booleanOption('MjForwardUrlEnabled', 'drawing', false),
    booleanOption('MjActionCheckSuccessEnabled', 'drawing', false),
  ),
];
