import {
  type LoginOption,
  type LoginProviderEntry,
  loginProviderTable,
  type LoginSwitch,
} from '../login-providers.ts';
import {
  booleanOption,
  groupsOfValues,
  idleWithout,
  integerOption,
  isHostOrEmpty,
  isImageAddress,
  jsonOption,
  listOption,
  type OptionDraft,
  rootOptions,
  secretOption,
  textMap,
  textOption,
  urlOption,
  withRule,
} from './definition.ts';
import { MAIL_REQUIREMENT } from './requirements.ts';

/** Login, registration, third-party login, human verification and mail. */
export const accountOptions = rootOptions(
  booleanOption('PasswordLoginEnabled', 'login', true, { status: 'password_login' }),
  booleanOption('AdminSecondFactorRequired', 'login', false),
  booleanOption('CurrentPasswordRequired', 'login', true),
  integerOption('SessionDays', 'login', 30, { min: 1, max: 365 }),
  booleanOption(
    'PasswordRegisterEnabled',
    'login',
    true,
    idleWithout('RegisterEnabled', 'PasswordLoginEnabled'),
  ),
  booleanOption('RegisterEnabled', 'login', true, { status: 'register' }),
  booleanOption('RegistrationCodeRequired', 'login', false, {
    status: 'registration_code_required',
    ...idleWithout('RegisterEnabled'),
  }),
  integerOption(
    'RegistrationCodesPerUser',
    'login',
    0,
    { min: 0, max: 1000 },
    idleWithout('RegistrationCodeRequired'),
  ),
  integerOption('TeamsPerUser', 'login', 3, { min: 0, max: 100 }),
  booleanOption('EmailVerificationEnabled', 'login', false, {
    status: 'email_verification',
    requires: MAIL_REQUIREMENT,
  }),
  booleanOption('EmailDomainRestrictionEnabled', 'login', false, {
    requires: { keys: ['EmailDomainWhitelist'] },
  }),
  booleanOption('EmailAliasRestrictionEnabled', 'login', false),
  listOption('EmailDomainWhitelist', 'login'),
  listOption('EmailDomainBlocklist', 'login'),

  ...loginProviderTable.flatMap(providerOptions),

  booleanOption('TurnstileCheckEnabled', 'turnstile', false, {
    status: 'turnstile_check',
    requires: { keys: ['TurnstileSiteKey', 'TurnstileSecretKey'] },
  }),
  textOption('TurnstileSiteKey', 'turnstile', '', { status: 'turnstile_site_key' }),
  secretOption('TurnstileSecretKey', 'turnstile'),

  withRule(
    textOption('SMTPServer', 'smtp', '', { calls: 'mail' }),
    isHostOrEmpty,
    'option_invalid_host',
  ),
  integerOption('SMTPPort', 'smtp', 587, { min: 1, max: 65_535 }),
  textOption('SMTPAccount', 'smtp'),
  textOption('SMTPFrom', 'smtp'),
  secretOption('SMTPToken', 'smtp', { sentTo: ['SMTPServer', 'SMTPPort'] }),
  booleanOption('SMTPSSLEnabled', 'smtp', false),
);

type SwitchDraft<Switch> = Switch extends {
  key: infer Key extends string;
  status: infer Status extends string;
}
  ? OptionDraft<Key, boolean, Status>
  : never;
type ValueOf<Option> = Option extends { kind: 'list' }
  ? readonly string[]
  : Option extends { kind: 'groups' }
    ? Record<string, string>
    : string;
type ValueDraft<Option> = Option extends { key: infer Key extends string }
  ? OptionDraft<
      Key,
      ValueOf<Option>,
      Option extends { status: infer Status extends string } ? Status : never
    >
  : never;
/** An option of the login-provider table, with its literal key so that reading it is typed. */
type LoginDraft = SwitchDraft<LoginSwitch> | ValueDraft<LoginOption>;

/** Returns the switch and the other options of a login provider. */
function providerOptions({
  id,
  name,
  enabled,
  options,
  needsServerAddress,
}: LoginProviderEntry): LoginDraft[] {
  const needed: string[] = options.filter(({ optional }) => !optional).map(({ key }) => key);
  // The redirect URL is sent to the provider.
  if (needsServerAddress) needed.push('ServerAddress');
  return [
    {
      ...booleanOption(enabled.key, id, false, {
        status: enabled.status,
        requires: { keys: needed },
      }),
      label: { text: 'loginEnabled', provider: name },
    },
    ...options.map(({ key, kind, label, status, calls, sentTo }) => {
      const extra = { ...(status ? { status } : {}), ...(calls ? { calls } : {}) };
      const draft = {
        secret: () => secretOption(key, id, sentTo ? { sentTo } : {}),
        url: () => urlOption(key, id, extra),
        picture: () =>
          withRule(
            urlOption(key, id, extra),
            (text) => text === '' || isImageAddress(text),
            'option_invalid_picture',
          ),
        text: () => textOption(key, id, '', extra),
        list: () => listOption(key, id, extra),
        groups: () => jsonOption(key, id, '{}', textMap, { ...extra, namesGroups: groupsOfValues }),
      }[kind]();
      return label ? { ...draft, label: { text: label, provider: name } } : draft;
    }),
  ] as LoginDraft[];
}
