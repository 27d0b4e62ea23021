import { describe, expect, it } from 'vitest';
import { big, box, bytesOf, letters, little, zeros } from '../testing/audio-pieces.ts';
import { audioLength } from './audio-length.ts';

/** Actual duration of all files here, whatever they declare. */
const SECONDS = 60;
const times = (count: number, bytesAt: (index: number) => readonly number[]) =>
  Array.from({ length: count }, (_, index) => bytesAt(index)).flat();

const chunk = (name: string, content: number[]) => [
  ...letters(name),
  ...little(content.length, 4),
  ...content,
];
const format = (code: number, rate: number, channels: number, bytesASecond: number) =>
  chunk('fmt ', [
    ...little(code, 2),
    ...little(channels, 2),
    ...little(rate, 4),
    ...little(bytesASecond, 4),
    ...little(2, 2),
    ...little(16, 2),
  ]);
const wave = (...chunks: number[][]) =>
  bytesOf([...letters('RIFF'), ...little(4, 4), ...letters('WAVE')], ...chunks);
const plain = format(1, 8000, 1, 16_000);
const samples = chunk('data', zeros(16_000 * SECONDS));

/** Packets of 60 ms. */
const opusPacket = [0x18, ...zeros(40)];
const page = (serial: number, first: boolean, position: number, packets: number[][]) => [
  ...letters('OggS'),
  0,
  first ? 2 : 0,
  ...little(position, 8),
  ...little(serial, 4),
  ...zeros(8),
  packets.length,
  ...packets.map(({ length }) => length),
  ...packets.flat(),
];
const opusHead = [...letters('OpusHead'), ...zeros(11)];
const vorbisHead = (rate: number) => [
  1,
  ...letters('vorbis'),
  ...zeros(5),
  ...little(rate, 4),
  ...zeros(12),
  0xb8,
  1,
];
/** Half a second: eight packets, and one of 20 ms. */
const halfSecond = [...Array.from({ length: 8 }, () => opusPacket), [0x08, 0]];
const opusPages = times(SECONDS * 2, () => page(7, false, 48_000, halfSecond));

const crc = (bytes: readonly number[]) => {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 7 : 0)) & 0xff;
  }
  return sum;
};
/** 1,600 samples at 16,000 Hz, with the count stored in two bytes. */
const flacFrame = (index: number) => {
  const head = [0xff, 0xf8, 0x75, 0x08, index % 128, ...big(1599, 2)];
  return [...head, crc(head), ...zeros(400)];
};
const flac = (rate: number, count: number) =>
  bytesOf(
    [...letters('fLaC'), ...zeros(14), (rate >> 12) & 0xff, (rate >> 4) & 0xff],
    [((rate & 15) << 4) | 2, 0xf0, ...big(count, 4), ...zeros(16)],
    times(SECONDS * 10, flacFrame),
  );

const esds = (objectType: number, index: number) =>
  box('esds', [
    ...zeros(4),
    3,
    0x80,
    0x80,
    0x19,
    0,
    1,
    0,
    4,
    17,
    objectType,
    ...zeros(12),
    5,
    2,
    (2 << 3) | (index >> 1),
    (index & 1) << 7,
    6,
    1,
    2,
  ]);
/** Frames of this many samples at 16,000 Hz. */
const alac = (samples: number) =>
  box('alac', [
    ...zeros(28),
    ...box('alac', [...zeros(4), ...big(samples, 4), ...zeros(16), ...big(16_000, 4)]),
  ]);
const sampleEntry = (inside: number[]) => box('mp4a', [...zeros(28), ...inside]);
const track = (id: number, description: number[], samples: number, entries = 1) =>
  box('trak', [
    ...box('tkhd', [...zeros(12), ...big(id, 4), ...zeros(68)]),
    ...box(
      'mdia',
      box(
        'minf',
        box('stbl', [
          ...box('stsd', [...zeros(4), ...big(entries, 4), ...description]),
          ...box('stsz', [...zeros(8), ...big(samples, 4)]),
        ]),
      ),
    ),
  ]);
/** Declares one second. */
const movie = (...tracks: number[][]) =>
  bytesOf(
    box('ftyp', letters('M4A ')),
    box('moov', [
      ...box('mvhd', [...zeros(12), ...big(600, 4), ...big(600, 4), ...zeros(80)]),
      ...tracks.flat(),
    ]),
    box('mdat', zeros(8000)),
  );
/** Frames of 1,024 samples at 16,000 Hz. */
const AAC_PIECES = Math.round((SECONDS * 16_000) / 1024);
const aac = track(1, sampleEntry(esds(0x40, 8)), AAC_PIECES);
const fragments = box(
  'moof',
  box('traf', [
    ...box('tfhd', [...zeros(4), ...big(1, 4)]),
    ...box('trun', [...zeros(4), ...big(AAC_PIECES, 4)]),
  ]),
);

const element = (id: number[], content: number[]) => [
  ...id,
  0x10 | (content.length >> 24),
  ...big(content.length, 4).slice(1),
  ...content,
];
const float = (value: number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return [...new Uint8Array(view.buffer)];
};
const webmTrack = (codec: string) =>
  element(
    [0x16, 0x54, 0xae, 0x6b],
    element([0xae], [0xd7, 0x81, 1, ...element([0x86], letters(codec))]),
  );
/** Declares one second. */
const info = element([0x15, 0x49, 0xa9, 0x66], element([0x44, 0x89], float(1000)));
const block = (flags: number) => element([0xa3], [0x81, 0, 0, flags, ...opusPacket]);
const webm = (codec: string, flags = 0) =>
  bytesOf(
    [0x1a, 0x45, 0xdf, 0xa3, 0x80],
    [0x18, 0x53, 0x80, 0x67, 0x01, ...zeros(7).fill(0xff)],
    info,
    webmTrack(codec),
    [0x1f, 0x43, 0xb6, 0x75, 0x01, ...zeros(7).fill(0xff), 0xe7, 0x81, 0],
    times(Math.round(SECONDS / 0.06), () => block(flags)),
  );

describe('a recording that declares too short a duration counts for as long as it plays', () => {
  it.each([
    ['WAV with a second format', wave(plain, format(1, 192_000, 8, 0), samples)],
    ['WAV with a format before', wave(format(1, 192_000, 8, 0), plain, samples)],
    ['Ogg with Opus', bytesOf(page(7, true, 0, [opusHead]), opusPages)],
    [
      'Ogg with junk between its pages',
      bytesOf(page(7, true, 0, [opusHead]), zeros(50), opusPages),
    ],
    [
      'Ogg with a stream that nobody plays',
      bytesOf(page(7, true, 0, [opusHead]), page(8, true, 0, [vorbisHead(1e9)]), opusPages),
    ],
    ['FLAC', flac(16_000, 1)],
    ['FLAC of another rate than its frames', flac(655_350, 1)],
    ['FLAC behind a tag', bytesOf([...letters('ID3'), ...zeros(7)], [...flac(16_000, 1)])],
    ['MP4', movie(aac)],
    ['MP4 in fragments', bytesOf([...movie(track(1, sampleEntry(esds(0x40, 8)), 0))], fragments)],
    ['MP4 with pictures', movie(track(2, box('avc1', zeros(80)), 9000), aac)],
    ['WebM', webm('A_OPUS')],
    ['MP4 with ALAC in frames of its own length', movie(track(1, alac(160_000), SECONDS / 10))],
    [
      'AMR',
      bytesOf(
        letters('#!AMR\n'),
        times(SECONDS * 50, () => [0x3c, ...zeros(31)]),
      ),
    ],
    [
      'AMR of silence',
      bytesOf(
        letters('#!AMR\n'),
        times(SECONDS * 50, () => [0x7c]),
      ),
    ],
    [
      'AMR-WB',
      bytesOf(
        letters('#!AMR-WB\n'),
        times(SECONDS * 50, () => [0x04, ...zeros(17)]),
      ),
    ],
  ])('%s', (_name, bytes) => {
    const { seconds, maximum } = audioLength(bytes);
    expect(seconds).toBeGreaterThan(SECONDS * 0.95);
    expect(seconds).toBeLessThan(SECONDS * 1.1);
    expect(maximum).toBe(seconds);
  });
});

it('FLAC whose frames state another rate than its header counts at the lower one', () => {
  expect(audioLength(flac(8000, 1)).seconds).toBeCloseTo(2 * SECONDS, 1);
});

/** 128 kbit/s at 44,100 Hz: 417 bytes. */
const mp3Frame = [0xff, 0xfb, 0x90, 0x00, ...zeros(413)];
/** So many pieces that inspecting each would block all other calls. */
const MANY = 2_000_000;
const filled = (start: Uint8Array, filler: readonly number[]) => {
  const bytes = new Uint8Array(start.length + MANY * filler.length);
  bytes.set(start);
  for (let at = 0; at < MANY; at++) bytes.set(filler, start.length + at * filler.length);
  return bytes;
};
const pages = bytesOf(page(7, true, 0, [opusHead]));

describe('a recording that cannot be counted may last as long as silence can', () => {
  it.each([
    ['WAV of a codec', wave(format(0x55, 8000, 1, 64_000), samples)],
    ['WAV of a codec behind plain samples', wave(plain, format(0xf1ac, 8000, 1, 64_000), samples)],
    ['Ogg with something else', bytesOf(page(7, true, 0, [letters('\x7fFLAC')]), opusPages)],
    ['MP4 with two descriptions', movie(track(1, box('avc1', zeros(80)), 9000, 2))],
    ['MP4 with something else', movie(aac, track(2, box('samr', zeros(40)), 3000))],
    ['MP4 with FLAC', movie(track(1, box('fLaC', zeros(40)), 3000))],
    ['WebM with something else', webm('A_FLAC')],
    ['nothing known', new Uint8Array(40_000)],
    ['something else with two frames of MP3', bytesOf(zeros(20_000), mp3Frame, mp3Frame)],
    ['MP4 with nothing but boxes', filled(movie(aac), [0, 0, 0, 8, 0, 0, 0, 0])],
    ['FLAC with nothing but beginnings', filled(flac(16_000, 1), [0xff, 0xf8])],
    ['Ogg with nothing but beginnings', filled(pages, letters('O'))],
    ['WebM with nothing but elements', filled(webm('A_OPUS'), [0xec, 0x80])],
    ['WebM with several packets a block', webm('A_OPUS', 6)],
    ['AMR with nothing but silence', filled(bytesOf(letters('#!AMR\n')), [0x7c])],
  ])('%s', (_name, bytes) => {
    expect(audioLength(bytes).maximum).toBeCloseTo(bytes.length * 0.6, 3);
  });
});

describe('a recording with countable pieces may last as long as those pieces can', () => {
  it.each([
    ['WAV with GSM', wave(format(0x31, 8000, 1, 1625), samples), (16_000 * SECONDS * 5) / 8000],
    ['WAV with ADPCM', wave(format(0x11, 8000, 1, 4000), samples), (16_000 * SECONDS * 4) / 8000],
    ['MP4 with Opus', movie(track(1, box('Opus', zeros(40)), 3000)), 360],
    ['MP4 with MP3', movie(track(1, sampleEntry(esds(0x6b, 0)), 3000)), 432],
    ['WebM with AAC', webm('A_AAC'), (1000 * 1024) / 7350],
  ])('%s', (_name, bytes, seconds) => {
    expect(audioLength(bytes).maximum).toBeCloseTo(seconds, 3);
  });

  it('Opus silence', () => {
    const quiet = page(
      7,
      false,
      0,
      Array.from({ length: 250 }, () => [0x18]),
    );
    const bytes = bytesOf(
      page(7, true, 0, [opusHead]),
      times(600, () => quiet),
    );
    expect(audioLength(bytes).maximum).toBeGreaterThan(600 * 250 * 0.06);
  });
});
