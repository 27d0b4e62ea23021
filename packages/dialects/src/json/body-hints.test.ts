import { describe, expect, it } from 'vitest';
import { encodeText } from './encode-text.ts';
import { BodyHints } from './body-hints.ts';
import { listTopLevelMembers } from './top-level-members.ts';

function marksOf(json: string): BodyHints {
  const marks = new BodyHints();
  expect(listTopLevelMembers(encodeText(json), marks)).toBeDefined();
  return marks;
}

describe("what a body's strings reveal", () => {
  it.each([
    '{"cache_ttl":"1h"}',
    '{"messages":[{"content":[{"cache_control":{"ttl":"1h"}}]}]}',
    '{"tools":[{"ttl":"\\u0031h"}]}',
    '{"tools":[{"ttl":"1\\u0068"}]}',
    '{"tools":[{"ttl":"\\u0031\\u0068"}]}',
  ])('detects a one-hour cache in %s, however its characters are escaped', (json) => {
    expect(marksOf(json).hour).toBe(true);
  });

  it.each([
    '{"messages":[{"content":"1h"},{"ttl":"5m"}]}'.replace('"1h"', '"in 1h, or \\"1h\\""'),
    '{"tools":[{"ttl":"\\u0031d"},{"ttl":"\\n\\n\\n\\n\\n"}]}',
    '{"1h":[1]}',
  ])('detects none in %s', (json) => {
    expect(marksOf(json).hour).toBe(false);
  });

  it.each([
    'signature',
    'reasoning',
    'functionCall',
    'thoughtSignature',
    'thought_signature',
    'redacted_thinking',
    'reasoning_details',
    'encrypted_content',
  ])('detects %s as a name or a value, at any depth', (text) => {
    expect(marksOf(`{"a":[{"b":{"${text}":null}}]}`).carrier).toBe(true);
    expect(marksOf(`{"a":[{"type":"${text}"}]}`).carrier).toBe(true);
    expect(marksOf(`{"a":[{"type":"${text}s"},"x${text}","${text.slice(1)}"]}`).carrier).toBe(
      false,
    );
  });

  it('detects audio, at any depth', () => {
    expect(marksOf('{"a":[{"audio":{"id":"x"}}]}').audio).toBe(true);
    expect(marksOf('{"a":["audios","array","audit"]}').audio).toBe(false);
  });

  it('detects file references, at any depth', () => {
    expect(marksOf('{"a":[{"file":{"file_id":"x"}}]}').file).toBe(true);
    expect(marksOf('{"a":[{"container":{"file_ids":["x"]}}]}').file).toBe(true);
    expect(marksOf('{"a":[{"file_idx":1},"file_id is","file"]}').file).toBe(false);
  });
});
