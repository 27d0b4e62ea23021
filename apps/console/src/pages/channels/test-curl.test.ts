import { describe, expect, test } from 'vitest';
import { testCurl } from './test-curl.ts';

/** Splits the command into words like a shell: single quotes keep everything literal, \' is a quote. */
function argumentsOf(command: string): string[] {
  const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|\\'|"[^"]*"|\S)+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /'([^']*)'|\\(')|"([^"]*)"/g,
      (_all, plain, quote, loose) => plain ?? quote ?? loose,
    ),
  );
}

describe('the curl command of a channel test', () => {
  test('it uses the channel’s own address, or else that of its type', () => {
    const type = { default_base_url: 'https://default.example' };
    expect(argumentsOf(testCurl({ base_url: 'https://own.example/' }, type, 'm'))[1]).toBe(
      'https://own.example/v1/chat/completions',
    );
    expect(argumentsOf(testCurl({ base_url: '' }, type, 'm'))[1]).toBe(
      'https://default.example/v1/chat/completions',
    );
  });

  test('it contains no key', () => {
    expect(testCurl({ base_url: 'https://a' }, undefined, 'm')).toContain('$UPSTREAM_KEY');
  });

  test('a model name can’t break out of the command', () => {
    const model = `x'; exit; echo '"$(id)`;
    const body = argumentsOf(testCurl({ base_url: 'https://a' }, undefined, model)).at(-1) ?? '';
    expect((JSON.parse(body) as { model: string }).model).toBe(model);
  });
});
