import { AppError } from '../../../platform/app-error.ts';
import type { PaymentContext } from '../payment-provider.ts';
import { textOf } from '../../../platform/lenient-json.ts';
import { PaymentRefusal, requestProvider, type ProviderResponse } from '../request-provider.ts';

const LIVE = 'https://api.airwallex.com';
const DEMO = 'https://api-demo.airwallex.com';
/** An access token is valid for 30 minutes; a new one is fetched well before. */
const EARLY_MS = 120_000;
const TOKEN_MS = 30 * 60_000;

interface Login {
  /** The account and environment that it belongs to; others need their own. */
  owner: string;
  until: number;
  token: Promise<string>;
}

type SessionContext = Pick<PaymentContext, 'trustedOutbound' | 'options' | 'clock' | 'config'>;

/** Calls to Airwallex with one login, which is renewed before it expires. */
export class AirwallexSession {
  readonly #context: SessionContext;
  #login: Login | undefined;

  constructor(context: SessionContext) {
    this.#context = context;
  }

  /**
   * Sends a GET, or a POST with a body; resolves to the object in the response. Throws AppError
   * payment_failed, a PaymentRefusal if nothing was done.
   */
  async call(
    path: `/api/v1/${string}`,
    input?: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const first = await this.#send(path, input);
    // The token was revoked early: retry once with a new one.
    if (first.status === 401) this.#login = undefined;
    const response = first.status === 401 ? await this.#send(path, input) : first;
    if (response.status < 200 || response.status > 299) throw refusal(response);
    return response.body;
  }

  async #send(path: string, input?: Readonly<Record<string, unknown>>): Promise<ProviderResponse> {
    const token = await this.#token();
    return requestProvider(this.#context.trustedOutbound, {
      url: this.#url() + path,
      headers: { authorization: `Bearer ${token}` },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    });
  }

  #url(): string {
    const { config, options } = this.#context;
    const customUrl = config.AIRWALLEX_URL?.replace(/\/+$/, '');
    return customUrl ?? (options.boolean('LiveAirwallex') ? LIVE : DEMO);
  }

  #token(): Promise<string> {
    const now = this.#context.clock.nowMs();
    const id = this.#context.options.text('AirwallexClient_ID');
    const key = this.#context.options.text('AirwallexAPI_Key');
    const owner = [this.#url(), id, key].join('\n');
    const cachedLogin = this.#login;
    if (cachedLogin && cachedLogin.owner === owner && now < cachedLogin.until)
      return cachedLogin.token;
    const login: Login = { owner, until: now + TOKEN_MS - EARLY_MS, token: this.#logIn(id, key) };
    this.#login = login;
    login.token.catch(() => {
      if (this.#login === login) this.#login = undefined;
    });
    return login.token;
  }

  async #logIn(id: string, key: string): Promise<string> {
    const response = await requestProvider(this.#context.trustedOutbound, {
      url: `${this.#url()}/api/v1/authentication/login`,
      body: '{}',
      headers: { 'x-client-id': id, 'x-api-key': key },
    });
    const token = textOf(response.body.token);
    if (response.status > 299 || token === '') throw refusal(response);
    return token;
  }
}

function refusal({ status, body }: ProviderResponse): AppError {
  const code = textOf(body.code);
  const errorText = [code, textOf(body.message)].join(' ').slice(0, 300);
  const internal = `airwallex ${status}: ${errorText}`;
  // A repeated request is refused because the first one was served.
  const isFinal = [400, 401, 403, 404].includes(status) && !/duplicate/i.test(code);
  return isFinal
    ? new PaymentRefusal(textOf(body.message) || code, internal)
    : new AppError('payment_failed', {}, { internal });
}
