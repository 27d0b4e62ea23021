import { expect, test } from 'vitest';
import { safeContentType, jsonContentType } from './safe-content-type.ts';

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/problem+json',
  'application/x-ndjson',
  'text/event-stream; charset=utf-8',
  'text/plain; charset=utf-8',
  'text/vtt',
  'application/x-subrip',
  'audio/mpeg',
  'audio/pcm;rate=24000;channels=1',
  'audio/L16; codec=pcm; rate=24000',
  'audio/ogg; codecs="opus"',
  'image/png',
  'image/webp',
  'video/mp4',
])('%s of an upstream is sent unchanged', (type) => {
  expect(safeContentType(type).toLowerCase()).toBe(type.toLowerCase());
});

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'application/xhtml+xml',
  'image/svg+xml',
  'Image/SVG+XML; a=b',
  'text/xml',
  'application/xml',
  'application/pdf',
  'application/javascript',
  'text/javascript',
  'text/css',
  'multipart/mixed; boundary=a',
  'multipart/x-mixed-replace; boundary=a',
  'message/rfc822',
  'application/json, text/html',
  'audio/mpeg, text/html',
  'image/png text/html',
  'text/html;application/json',
  '',
  '*/*',
  'image/',
  `audio/${'a'.repeat(300)}`,
])('%j of an upstream is sent as application/octet-stream', (type) => {
  expect(safeContentType(type)).toBe('application/octet-stream');
});

test.each([
  ['text/plain; charset=utf-7, text/html', 'text/plain'],
  ['audio/mpeg; =x', 'audio/mpeg'],
  ['application/json; charset="utf-8', 'application/json'],
])('for %j malformed parameters are omitted', (type, sent) => {
  expect(safeContentType(type)).toBe(sent);
});

test.each([
  [undefined, 'application/json'],
  ['text/html', 'application/json'],
  ['text/plain', 'application/json'],
  ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
])('JSON is sent as JSON if the upstream labels it %j', (type, sent) => {
  expect(jsonContentType(type)).toBe(sent);
});
