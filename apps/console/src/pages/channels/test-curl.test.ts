import { describe, expect, test } from 'vitest';
import { testCurl } from './test-curl.ts';

/** The words of the command as a shell splits them: single quotes keep all, \' is a quote. */
function argumentsOf(command: string): string[] {
  const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|\\'|"[^"]*"|\S)+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /'([^']*)'|\\(')|"([^"]*)"/g,
      (_all, plain, quote, loose) => plain ?? quote ?? loose,
    ),
  );
}

describe('the test of a channel as a command', () => {
  test('it goes to the channel’s own address, else to the one of its type', () => {
    const type = { default_base_url: 'https://default.example' };
    expect(argumentsOf(testCurl({ base_url: 'https://own.example/' }, type, 'm'))[1]).toBe(
      'https://own.example/v1/chat/completions',
    );
    expect(argumentsOf(testCurl({ base_url: '' }, type, 'm'))[1]).toBe(
      'https://default.example/v1/chat/completions',
    );
  });

  test('no key is in it', () => {
    expect(testCurl({ base_url: 'https://a' }, undefined, 'm')).toContain('$UPSTREAM_KEY');
  });

  test('a model name can’t break out of the command', () => {
    const model = `x'; exit; echo '"$(id)`;
    const body = argumentsOf(testCurl({ base_url: 'https://a' }, undefined, model)).at(-1) ?? '';
    expect((JSON.parse(body) as { model: string }).model).toBe(model);
  });
});
