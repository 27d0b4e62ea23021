import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, box, bytesOf, letters, little, zeros } from '../testing/audio-pieces.ts';
import { audioLength } from './audio-length.ts';

const secondsOf = (bytes: Uint8Array) => audioLength(bytes).seconds;
/** Mono, 16 bits; the declared size may be the placeholder that live sources write. */
const wave = (rate: number, seconds: number, declared = rate * 2 * seconds) =>
  bytesOf(
    [...letters('RIFF'), ...little(36 + declared, 4), ...letters('WAVE'), ...letters('fmt ')],
    [...little(16, 4), ...little(1, 2), ...little(1, 2), ...little(rate, 4)],
    [...little(rate * 2, 4), ...little(2, 2), ...little(16, 2), ...letters('data')],
    little(declared, 4),
    zeros(rate * 2 * seconds),
  );
/** 128 kbit/s at 44,100 Hz: 417 bytes, 1,152 samples. */
const mpegFrame = [0xff, 0xfb, 0x90, 0x00, ...zeros(413)];
/** 24,000 Hz, 100 bytes, one block. */
const aacFrame = [
  0xff,
  0xf1,
  (6 << 2) & 0xff,
  (100 >> 11) & 3,
  (100 >> 3) & 0xff,
  (100 & 7) << 5,
  0,
  ...zeros(93),
];
const repeat = (frame: number[], count: number) =>
  Array.from({ length: count }, () => frame).flat();
const page = (position: number, content: number[]) => [
  ...letters('OggS'),
  0,
  0,
  ...little(position, 8),
  ...zeros(12),
  1,
  content.length,
  ...content,
];
const opus = (seconds: number) =>
  bytesOf(page(0, [...letters('OpusHead'), ...zeros(11)]), page(seconds * 48_000, zeros(200)));
const movie = (seconds: number, padding = 0) =>
  bytesOf(
    box('ftyp', letters('M4A ')),
    box('mdat', zeros(padding)),
    box(
      'moov',
      box('mvhd', [...zeros(12), ...big(600, 4), ...big(seconds * 600, 4), ...zeros(80)]),
    ),
  );
const element = (id: number[], content: number[]) => [...id, 0x80 | content.length, ...content];
const float = (value: number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return [...new Uint8Array(view.buffer)];
};
const webm = (duration: number[]) =>
  bytesOf(
    [0x1a, 0x45, 0xdf, 0xa3, 0x80],
    element(
      [0x15, 0x49, 0xa9, 0x66],
      [...element([0x2a, 0xd7, 0xb1], [0x0f, 0x42, 0x40]), ...duration],
    ),
    [0x1f, 0x43, 0xb6, 0x75, 0x01, ...zeros(6), 0xff, ...element([0xe7], [0x2e, 0xe0])],
    zeros(50),
  );
const flac = (seconds: number) =>
  bytesOf(
    letters('fLaC'),
    zeros(14),
    [0x0a, 0xc4, 0x42, 0xf0],
    big(seconds * 44_100, 4),
    zeros(99),
  );

describe('the length of a recording', () => {
  it.each([
    ['WAV', wave(16_000, 3), 3],
    ['WAV from a live source, whose header tells no size', wave(8000, 2, 0xffffffff), 2],
    ['WAV that claims to be shorter than it is', wave(8000, 4, 10), 4],
    ['MP3', bytesOf(repeat(mpegFrame, 100)), (100 * 1152) / 44_100],
    [
      'MP3 after a tag',
      bytesOf([...letters('ID3'), 3, 0, 0, 0, 0, 0, 20], zeros(20), repeat(mpegFrame, 10)),
      (10 * 1152) / 44_100,
    ],
    ['AAC', bytesOf(repeat(aacFrame, 50)), (50 * 1024) / 24_000],
    ['FLAC', flac(12), 12],
    ['Ogg with Opus', opus(33), 33],
    ['MP4', movie(31), 31],
    ['WebM', webm(element([0x44, 0x89], float(7500))), 7.5],
    ['WebM without a length, by its last cluster', webm([]), 12 + 5],
  ])('is read from %s', (_name, bytes, seconds) => {
    expect(secondsOf(bytes)).toBeCloseTo(seconds, 6);
  });

  it('is not trusted if the file is far too large for it', () => {
    expect(secondsOf(movie(1, 640_000))).toBeCloseTo(10, 1);
  });

  it('is estimated from the size, at 64 kbit/s, if the format is unknown', () => {
    expect(secondsOf(new Uint8Array(80_000))).toBe(10);
    expect(secondsOf(new Uint8Array())).toBe(0);
  });

  it('is finite and not negative for every file, including corrupt and truncated ones', () => {
    const validFile = fc.constantFrom(
      wave(100, 1),
      bytesOf(repeat(mpegFrame, 3)),
      bytesOf(repeat(aacFrame, 3)),
      flac(1),
      opus(1),
      movie(1),
      webm([]),
    );
    const changes = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(validFile, changes, fc.nat(2000), (file, edits, length) => {
        const broken = file.slice(0, length);
        for (const [at, value] of edits) if (at < broken.length) broken[at] = value;
        const seconds = secondsOf(broken);
        expect(Number.isFinite(seconds) && seconds >= 0).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
