import { AppError } from '../../platform/app-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { OptionStore } from '../options/options.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** More than the length of any token of the service. */
const TOKEN_LENGTH_MAX = 2048;

export interface CaptchaOptions {
  options: Pick<OptionStore, 'boolean' | 'text'>;
  outbound: Outbound;
  log: Logger;
  /** The service's verification endpoint. */
  url: string;
}

/** A token in no format of the service: a service that knows the secret can only refuse it. */
const PROBE_TOKEN = 'tollgate-key-check';
/** The service's error codes for an unknown secret. */
const SECRET_FAULTS = ['invalid-input-secret', 'missing-input-secret'];
/** Its error codes for the probe token, or for tokens in general. */
const TOKEN_FAULTS = ['invalid-input-response', 'missing-input-response', 'timeout-or-duplicate'];

/** Verifies tokens with Turnstile. A token is valid once, which the service enforces. */
export class CaptchaVerifier {
  readonly #options: CaptchaOptions;

  constructor(options: CaptchaOptions) {
    this.#options = options;
  }

  /**
   * Does nothing while human verification is off. Throws AppError human_check_required without a token,
   * human_check_failed for an invalid or used one, and human_check_unreachable.
   */
  async verify(token: string | undefined, address: string): Promise<void> {
    const { options } = this.#options;
    if (!options.boolean('TurnstileCheckEnabled')) return;
    if (!token) throw new AppError('human_check_required');
    const secret = options.text('TurnstileSecretKey');
    if (token.length > TOKEN_LENGTH_MAX || secret === '') throw new AppError('human_check_failed');
    const result = await this.#request(
      new URLSearchParams({ secret, response: token, remoteip: address }),
    );
    if (result.success !== true) throw new AppError('human_check_failed');
  }

  /**
   * Checks a secret with the service before it is relied on. Throws AppError human_check_secret_wrong when
   * the service does not know it, and human_check_unreachable when that can't be determined.
   */
  async checkSecret(secret: string): Promise<void> {
    const result = await this.#request(new URLSearchParams({ secret, response: PROBE_TOKEN }));
    const { success, 'error-codes': listed } = result;
    const codes: unknown[] = Array.isArray(listed) ? listed : [];
    if (codes.some((code) => SECRET_FAULTS.includes(String(code))))
      throw new AppError('human_check_secret_wrong', {}, { field: 'TurnstileSecretKey' });
    // The service examines the token only after accepting the secret.
    if (success !== true && !codes.some((code) => TOKEN_FAULTS.includes(String(code))))
      throw new AppError('human_check_unreachable');
  }

  async #request(form: URLSearchParams): Promise<{ success?: unknown; 'error-codes'?: unknown }> {
    const { outbound, url, log } = this.#options;
    try {
      const { status, text } = await outbound({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        timeoutMs: TIMEOUT_MS,
        maxBytes: ANSWER_BYTES_MAX,
      });
      const body = parseJson(text);
      if (typeof body === 'object' && body !== null && 'success' in body) return body;
      throw new Error(`the answer ${status} is none of the service`);
    } catch (error) {
      log.warn({ err: error }, 'human verification check failed');
      throw new AppError('human_check_unreachable', {}, { cause: error });
    }
  }
}
