import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { parseAwsKey, signAwsRequest } from './aws-sigv4.ts';
import type { SigningCrypto } from './signing-crypto.ts';
import { parseTencentKey, signTencentRequest } from './tencent-tc3.ts';
import {
  buildGoogleTokenCall,
  buildSparkUrl,
  buildZhipuToken,
  parseServiceAccount,
} from './signed-tokens.ts';

const crypto: SigningCrypto = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
  signRs256: (key, data) => encodeText(`${key}:${data.length}`),
};

describe("signatures equal the vendors' worked examples", () => {
  it('AWS Signature Version 4, with a path that is encoded twice', () => {
    const key = parseAwsKey('AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-east-1');
    if (!key) throw new Error('no key');
    const headers = signAwsRequest(
      {
        method: 'POST',
        host: 'bedrock-runtime.us-east-1.amazonaws.com',
        query: '',
        path: '/model/anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke',
        service: 'bedrock',
        body: encodeText(
          '{"anthropic_version":"bedrock-2023-05-31","max_tokens":16,"messages":[{"role":"user","content":"hi"}]}',
        ),
        nowMs: Date.UTC(2025, 9, 9, 8, 53, 20),
      },
      key,
      crypto,
    );
    expect(headers['x-amz-content-sha256']).toBe(
      '616eb59224eb795b641b4c541ad9ee8b939a1e8798f73b54fce66bb79ddbb992',
    );
    expect(headers.authorization).toContain(
      'Signature=33ab57d283371cc9f34316d48b63ab3f468a18fe06d0924df060739254cab47a',
    );
  });

  it('Tencent TC3', () => {
    const headers = signTencentRequest(
      {
        host: 'hunyuan.tencentcloudapi.com',
        service: 'hunyuan',
        action: 'ChatCompletions',
        version: '2023-09-01',
        body: encodeText(
          '{"Model":"hunyuan-turbos-latest","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}',
        ),
        nowMs: 1_760_000_000_000,
      },
      { secretId: 'id', secretKey: 'SecretKeyExample' },
      crypto,
    );
    expect(headers.authorization).toBe(
      'TC3-HMAC-SHA256 Credential=id/2025-10-09/hunyuan/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=772d86933df79c109ee4d04c63b90808a70caa2d55f694c082b192e4acc655e8',
    );
  });

  it('Zhipu tokens', () => {
    const token = buildZhipuToken(
      '0123456789abcdef.MySecret123',
      1_760_000_000_000,
      180_000,
      crypto,
    );
    expect(token).toBe(
      'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04iLCJ0eXAiOiJKV1QifQ.eyJhcGlfa2V5IjoiMDEyMzQ1Njc4OWFiY2RlZiIsImV4cCI6MTc2MDAwMDE4MDAwMCwidGltZXN0YW1wIjoxNzYwMDAwMDAwMDAwfQ.RZ0sr7PpSpBHiGDzuNb0vdpf6EWpF-dbSQojIN5XX5s',
    );
  });

  it('Spark URLs', () => {
    const key = { apiKey: 'sparkApiKey', apiSecret: 'sparkApiSecret' };
    const url = buildSparkUrl(
      'wss://spark-api.xf-yun.com/v3.5/chat',
      key,
      'Thu, 09 Oct 2025 08:53:20 GMT',
      crypto,
    );
    const authorization = new URL(url).searchParams.get('authorization') ?? '';
    expect(atob(authorization)).toContain(
      'signature="azXPGvo4O5cr52UKY+qBYTkb2AAj9mONrfu5982okTg="',
    );
  });

  it("Google token calls contain the account's claims", () => {
    const account = parseServiceAccount({
      client_email: 'a@b',
      private_key: 'pem',
      private_key_id: 'k1',
      project_id: 'p1',
    });
    if (!account) throw new Error('no account');
    const call = buildGoogleTokenCall(account, 1_760_000_000_500, crypto.signRs256);
    const [header, payload, signature] = (
      new URLSearchParams(call.body).get('assertion') ?? ''
    ).split('.');
    const decode = (part = '') => Buffer.from(part, 'base64url').toString();
    expect(JSON.parse(decode(header))).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' });
    expect(JSON.parse(decode(payload))).toMatchObject({
      iss: 'a@b',
      iat: 1_760_000_000,
      exp: 1_760_003_600,
    });
    expect(decode(signature)).toMatch(/^pem:\d+$/);
  });
});

describe('keys of another form', () => {
  it('are not parsed', () => {
    expect(parseAwsKey('AK|SK')).toBeUndefined();
    expect(parseAwsKey('AK|SK|evil.example/')).toBeUndefined();
    expect(parseAwsKey('AK|SK|us-gov-west-1|token')?.sessionToken).toBe('token');
    expect(parseTencentKey('sk-abc')).toBeUndefined();
    expect(buildZhipuToken('no-dot', 0, 1, crypto)).toBeUndefined();
    expect(parseServiceAccount({ client_email: 'a' })).toBeUndefined();
  });
});
