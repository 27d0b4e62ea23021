import { expect, test } from 'vitest';
import { contentPolicy, hashInlineScripts } from './content-policy.ts';

const policy = (set: Record<string, string>, hashes: string[] = []) => {
  const text = contentPolicy(hashes, {
    boolean: (key) => set[key] === 'true',
    text: (key) => set[key] ?? '',
    raw: (key) => set[key] ?? '',
  });
  return new Map(text.split('; ').map((rule) => [rule.split(' ')[0], rule]));
};

test('the card provider may run scripts and be called only while card payments are enabled', () => {
  const off = policy({ EnabledAirwallex: 'false' });
  expect([...off.values()].join()).not.toContain('airwallex');
  const on = policy({ EnabledAirwallex: 'true' });
  for (const rule of ['script-src', 'connect-src'])
    expect(on.get(rule)?.split(' ')).toContain('https://*.airwallex.com');
});

test.each([
  ['TurnstileCheckEnabled', 'https://challenges.cloudflare.com'],
  ['TelegramOAuthEnabled', 'https://telegram.org'],
])('third-party scripts run only while %s is on', (option, origin) => {
  expect(policy({}).get('script-src')).not.toContain('https:');
  expect(policy({ [option]: 'true' }).get('script-src')).toBe(`script-src 'self' ${origin}`);
});

test.each([
  ['', "form-action 'self' https:"],
  ['no address', "form-action 'self' https:"],
  ['https://pay.example.com/x', "form-action 'self' https:"],
  [
    'http://pay.example.com:81/x?y=; script-src *',
    "form-action 'self' https: http://pay.example.com:81",
  ],
])('with the pay address %j, forms may be sent to: %s', (address, rule) => {
  expect(policy({ PayAddress: address }).get('form-action')).toBe(rule);
});

test('inline scripts run by their hash, and no others', () => {
  const hashes = hashInlineScripts('<script>one()</script><script src="/x.js"></script>');
  expect(hashes).toEqual([expect.stringMatching(/^'sha256-[\w+/]{43}='$/)]);
  const scripts = policy({}, hashes).get('script-src') ?? '';
  expect(scripts).toContain(hashes[0]);
  expect(scripts).not.toContain('unsafe-inline');
});
