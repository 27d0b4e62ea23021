import { describe, expect, it } from 'vitest';
import { maskSecrets } from './mask-secrets.ts';

describe('maskSecrets', () => {
  it.each([
    'https://api.openai.com/v1/chat/completions?key=abc',
    'api.deepseek.com',
    'internal-llm.svc:8080/path',
    'localhost:11434',
    '127.0.0.1:3000',
    '10.0.0.12',
    '[2001:db8::1]:443',
    '2001:db8:85a3:0:0:8a2e:370:7334',
    '::ffff:10.0.0.1',
    'sk-proj-abcDEF123456',
    'sk-abc12***************wxyz',
    'Bearer abc.def',
    'AIzaSyA-1234567890abcdefg',
    'AKIDEXAMPLE1234567|secret-key-0001|region',
    'bce-v3/ALTAK-abc/def',
    '0123456789abcdef0123456789abcdef.MySecret12345678',
    'c2VjcmV0LXZhbHVlLXdpdGgtbnVtYmVycy0xMjM0',
    'org-AbC123dEf456',
    'someone@example.com',
  ])('hides %s', (secret) => {
    const masked = maskSecrets(`failed (${secret}) now`);
    expect(masked).toMatch(/^failed \(?.*\*\*\*.* now$/);
    for (const part of secret
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => word.length > 6 && !/^(?:completions|internal)$/.test(word))) {
      expect(masked).not.toContain(part);
    }
  });

  it.each([
    'The model `gpt-4.1-mini` does not exist or you do not have access to it.',
    "Unsupported value: 'temperature' does not support 0.2 with this model.",
    'claude-haiku-4-5-20251001-v1:0 and @cf/meta/llama-4-scout-17b-16e-instruct and Qwen/Qwen3-235B-A22B-Instruct-2507',
    'messages[12].content[0].image_url.url is invalid (line 1, column 12)',
    'Rate limit reached: 10000 tokens per minute, retry at 12:30:45',
    'user_message_content and organization_restricted and app-specific rules',
    '请求过于频繁，请稍后再试',
  ])('leaves %s alone', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it('truncates long texts', () => {
    expect(maskSecrets('x'.repeat(10_000)).length).toBeLessThan(4_200);
  });
});
