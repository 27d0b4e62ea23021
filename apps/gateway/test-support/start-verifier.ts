import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Verifier {
  url: string;
  /** The only secret that it accepts. */
  secret: string;
  /** Tokens that it issued: each is valid once. */
  good: Set<string>;
  /** Its requests, except those that only check a secret. */
  seen: URLSearchParams[];
  /** Responds to every request with this instead. */
  says: { status: number; body: string } | undefined;
  close(): Promise<void>;
}

/** Starts a service that responds like Turnstile's siteverify. */
export async function startVerifier(secret = 'the-secret'): Promise<Verifier> {
  const judge = (form: URLSearchParams) => {
    if (form.get('secret') !== verifier.secret) return ['invalid-input-secret'];
    const token = form.get('response') ?? '';
    if (verifier.good.delete(token)) return [];
    return [token === 'tollgate-key-check' ? 'invalid-input-response' : 'timeout-or-duplicate'];
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      if (form.get('response') !== 'tollgate-key-check') verifier.seen.push(form);
      if (form.get('response') === 'broken') return response.writeHead(500).end('<html>');
      if (verifier.says) return response.writeHead(verifier.says.status).end(verifier.says.body);
      const codes = judge(form);
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: codes.length === 0, 'error-codes': codes }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const verifier: Verifier = {
    url: `http://127.0.0.1:${port}/siteverify`,
    secret,
    good: new Set(),
    seen: [],
    says: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return verifier;
}
