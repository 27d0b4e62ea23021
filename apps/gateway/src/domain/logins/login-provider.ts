import type { LoginProviderId } from '@tollgate/contract';
import type { LoginProviderContext } from './login-provider-context.ts';

/** A subject of before. */
export interface FormerSubject {
  subject: string;
  /** A name, which the provider may give to somebody else: it counts for some time only. */
  isName: boolean;
}

/** Whose session at a provider is over. */
export interface ProviderLogout {
  /** Unique to the message. */
  tokenId: string;
  /** As in a profile; '' where only the session is named. */
  subject: string;
  /** '' where all of the subject are meant. */
  sessionId: string;
}

/** Who is at the keyboard, as a login provider says. */
export interface ProviderProfile {
  /** What the provider never gives to somebody else: a number or a key, not a name. */
  subject: string;
  /** What an import may know the same person by: the account that has one of these gets `subject`. */
  formerSubjects?: readonly FormerSubject[];
  /** What its owner is called there; both may be empty. */
  username: string;
  displayName: string;
  /** An address that the provider says it has verified; never one that it hasn't. */
  email?: string;
  /** The session there: what ends it (`id_token_hint`), and how the provider names it; both may be empty. */
  session?: { idToken: string; id: string };
  /** What the provider's claims make of the account here, each time its owner signs in. */
  grants?: ProviderGrants;
}

/** The group and role that claims give; absent where they say nothing of it. */
export interface ProviderGrants {
  group?: string;
  isAdmin?: boolean;
}

/** What the provider sent the browser back with. */
export interface OauthReturn {
  code: string;
  /** The state of the beginning, taken already. */
  state: string;
  /** Who says to have sent it (RFC 9207); empty where nobody does. */
  issuer: string;
}

interface LoginProviderBase {
  readonly id: LoginProviderId;
  /** Two letters that begin usernames where longer ones don't fit. */
  readonly usernamePrefix: string;
}

/**
 * OAuth 2.0, authorization code: the browser goes to the provider and comes back with a code. Both
 * may be async, so that a provider can read its endpoints from a discovery document first.
 */
export interface OauthLoginProvider extends LoginProviderBase {
  readonly kind: 'oauth';
  /** Where the provider asks for consent. */
  authorizationUrl(context: LoginProviderContext, state: string): string | Promise<string>;
  /** Whose code this is. Throws AppError oauth_failed or oauth_site_unreachable. */
  exchange(context: LoginProviderContext, back: OauthReturn): Promise<ProviderProfile>;
  /** Where the session at the provider ends, and the browser is led back from; undefined where it offers none. */
  logoutUrl?(context: LoginProviderContext, idToken: string): Promise<string | undefined>;
  /** What a message of the provider says about who logged out there. Throws AppError oauth_failed or oauth_site_unreachable. */
  readLogout?(context: LoginProviderContext, token: string): Promise<ProviderLogout>;
}

/** A one-time code that the provider gave out and a person types in. */
export interface CodeLoginProvider extends LoginProviderBase {
  readonly kind: 'code';
  /** Whose code this is. Throws AppError verification_code_wrong, oauth_failed or oauth_site_unreachable. */
  exchange(context: LoginProviderContext, code: string): Promise<ProviderProfile>;
}

/** Fields that the provider's widget signed in the browser. */
export interface WidgetLoginProvider extends LoginProviderBase {
  readonly kind: 'widget';
  /** Where the script of the widget comes from: the console may load it while the login is on. */
  readonly scriptOrigin: string;
  /** Who signed in and what makes this proof unique: it is good once. Throws AppError oauth_failed. */
  verify(
    context: LoginProviderContext,
    fields: Readonly<Record<string, string>>,
    now: number,
  ): { profile: ProviderProfile; proof: string };
}

/** Login provider: one way to sign in with an account elsewhere. */
export type LoginProvider = OauthLoginProvider | CodeLoginProvider | WidgetLoginProvider;
