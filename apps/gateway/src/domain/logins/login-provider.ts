import type { LoginProviderId } from '@tollgate/contract';
import type { LoginProviderContext } from './login-provider-context.ts';

/** An earlier subject. */
export interface FormerSubject {
  subject: string;
  /** Whether it is a name, which the provider may reassign: it is valid for a limited time only. */
  isName: boolean;
}

/** A session at a provider that has ended. */
export interface ProviderLogout {
  /** Unique to the message. */
  tokenId: string;
  /** As in a profile; '' if only the session is named. */
  subject: string;
  /** '' for all sessions of the subject. */
  sessionId: string;
}

/** The person who signed in, according to a login provider. */
export interface ProviderProfile {
  /** An identifier that the provider never reassigns: a number or a key, not a name. */
  subject: string;
  /** Subjects by which an import may know the same person: an account with one of these gets `subject`. */
  formerSubjects?: readonly FormerSubject[];
  /** The user's names at the provider; both may be empty. */
  username: string;
  displayName: string;
  /** An address that the provider reports as verified, never an unverified one. */
  email?: string;
  /** The session at the provider: the token that ends it (`id_token_hint`), and its id; both may be empty. */
  session?: { idToken: string; id: string };
  /** What the provider's claims grant to the account here at each sign-in. */
  grants?: ProviderGrants;
}

/** The group and role granted by claims; absent if they do not mention it. */
export interface ProviderGrants {
  group?: string;
  isAdmin?: boolean;
}

/** The parameters with which the provider redirected the browser back. */
export interface OauthReturn {
  code: string;
  /** The state from the start of the login, already consumed. */
  state: string;
  /** The claimed sender (RFC 9207); empty if there is none. */
  issuer: string;
}

interface LoginProviderBase {
  readonly id: LoginProviderId;
  /** Two letters at the start of usernames where longer ones don't fit. */
  readonly usernamePrefix: string;
}

/**
 * OAuth 2.0, authorization code: the browser goes to the provider and returns with a code. Both methods may
 * be async, so that a provider can first read its endpoints from a discovery document.
 */
export interface OauthLoginProvider extends LoginProviderBase {
  readonly kind: 'oauth';
  /** Returns the URL where the provider asks for consent. */
  authorizationUrl(context: LoginProviderContext, state: string): string | Promise<string>;
  /** Exchanges a code for its owner's profile. Throws AppError oauth_failed or oauth_site_unreachable. */
  exchange(context: LoginProviderContext, back: OauthReturn): Promise<ProviderProfile>;
  /**
   * Returns the URL that ends the session at the provider and leads the browser back; undefined if it offers
   * none.
   */
  logoutUrl?(context: LoginProviderContext, idToken: string): Promise<string | undefined>;
  /**
   * Reads from a provider's message who logged out there. Throws AppError oauth_failed or
   * oauth_site_unreachable.
   */
  readLogout?(context: LoginProviderContext, token: string): Promise<ProviderLogout>;
}

/** A code that the provider issued and the user types in; used once, even if the provider accepts it again. */
export interface CodeLoginProvider extends LoginProviderBase {
  readonly kind: 'code';
  /**
   * Exchanges a code for its owner's profile. Throws AppError verification_code_wrong, oauth_failed or
   * oauth_site_unreachable.
   */
  exchange(context: LoginProviderContext, code: string): Promise<ProviderProfile>;
}

/** Fields that the provider's widget signed in the browser. */
export interface WidgetLoginProvider extends LoginProviderBase {
  readonly kind: 'widget';
  /** Origin of the widget's script: the console may load it while the login is enabled. */
  readonly scriptOrigin: string;
  /**
   * Verifies who signed in; returns the profile and the unique part of the proof, which is accepted once.
   * Throws AppError oauth_failed.
   */
  verify(
    context: LoginProviderContext,
    fields: Readonly<Record<string, string>>,
    now: number,
  ): { profile: ProviderProfile; proof: string };
}

/** A way to sign in with an account at a third party. */
export type LoginProvider = OauthLoginProvider | CodeLoginProvider | WidgetLoginProvider;
