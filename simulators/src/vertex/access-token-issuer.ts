import { createPublicKey, createVerify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendJson } from '../respond.ts';
import type { RecordedRequest } from '../recorder.ts';

/** A service account file, as an administrator downloads it. */
export interface ServiceAccountFile {
  type: 'service_account';
  project_id: string;
  private_key_id: string;
  private_key: string;
  client_email: string;
  token_uri: string;
}

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFETIME_SECONDS = 3599;

interface Claims {
  iss: string;
  aud: string;
  scope: string;
  iat: number;
  exp: number;
}

/** Issues access tokens for assertions signed by a service account, as Google does. */
export class AccessTokenIssuer {
  /** How many times a token was requested. */
  requestCount = 0;
  readonly #account: ServiceAccountFile;
  readonly #nowMs: () => number;
  readonly #good = new Set<string>();
  #sold = 0;

  constructor(account: ServiceAccountFile, nowMs: () => number) {
    this.#account = account;
    this.#nowMs = nowMs;
  }

  /** Serves a token request. */
  respond(record: RecordedRequest, response: ServerResponse): void {
    this.requestCount += 1;
    const mistake = this.#findMistake(record);
    if (mistake)
      return sendJson(response, 400, { error: 'invalid_grant', error_description: mistake });
    const token = `ya29.simulated-${(this.#sold += 1)}`;
    this.#good.add(token);
    sendJson(response, 200, {
      access_token: token,
      expires_in: LIFETIME_SECONDS,
      token_type: 'Bearer',
    });
  }

  isValid(token: string): boolean {
    return this.#good.has(token);
  }

  /** Invalidates the tokens issued so far. */
  withdraw(): void {
    this.#good.clear();
  }

  #findMistake({ headers, body }: RecordedRequest): string | undefined {
    const form = new URLSearchParams(body);
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return 'Bad form';
    if (form.get('grant_type') !== GRANT) return 'Unsupported grant';
    const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const { alg, kid } = readPart(header) as { alg?: string; kid?: string };
    const claims = readPart(payload) as Claims;
    const { client_email, private_key, private_key_id, token_uri } = this.#account;
    if (claims.iss !== client_email) return 'Invalid grant: account not found';
    const verifier = createVerify('RSA-SHA256').update(`${header}.${payload}`);
    const isSigned = verifier.verify(
      createPublicKey(private_key),
      Buffer.from(signature, 'base64url'),
    );
    if (alg !== 'RS256' || kid !== private_key_id || !isSigned) return 'Invalid JWT Signature.';
    if (claims.aud !== token_uri || claims.scope !== SCOPE) return 'Invalid audience or scope.';
    const now = this.#nowMs() / 1000;
    if (claims.iat > now + 60 || claims.exp < now || claims.exp - claims.iat > 3600)
      return 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.';
    return undefined;
  }
}

function readPart(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
}
