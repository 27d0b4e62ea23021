import { expect, test } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { findAmbiguousEvent } from './find-ambiguous-event.ts';

const find = (text: string) => findAmbiguousEvent(encodeText(text))?.param;

test.each([
  ['{"type":"a","type":"response.create"}', 'type'],
  ['{"type":"a","Type":"response.create"}', 'type'],
  ['{"type":"a","\\u0074ype":"response.create"}', 'type'],
  ['{"response":{"max_output_tokens":9000,"max_output_tokens":1}}', 'max_output_tokens'],
  ['{"response":{"max_output_tokens":1,"MAX_OUTPUT_TOKENS":9000}}', 'max_output_tokens'],
  ['{"response":{},"RESPONSE":{"max_output_tokens":9000}}', 'response'],
  ['{"session":{"turn_detection":null,"TurnDetection":{}}}', 'turn_detection'],
  ['{"session":{"audio":{"input":{"transcription":{"model":"a","Model":"b"}}}}}', 'model'],
  ['{"session":{"input_audio_transcription":{"model":"b","model":"a"}}}', 'model'],
  [' {"session":{"audio":{"input":{"format":{"type":"audio/pcmu","type":"audio/pcm"}}}}}', 'type'],
])('detects an event that readers interpret differently: %s', (text, param) => {
  expect(find(text)).toBe(param);
});

test.each([
  '{"type":"input_audio_buffer.append","audio":"AAAA"}',
  '{"type":"response.create","response":{"max_output_tokens":1,"input":[{"type":"a","Type":"b"}]}}',
  '{"type":"session.update","session":{"type":"realtime","audio":{"input":{},"output":{}}}}',
  '{"type":"conversation.item.create","item":{"a":1,"a":2}}',
  '[]',
])('accepts an event that all readers interpret alike: %s', (text) => {
  expect(find(text)).toBeUndefined();
});
