import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import type { ClientCall } from '../translate/client-call.ts';
import { MEDIA_KINDS, type MediaKind } from './media-kind.ts';
import { buildMediaBody } from './media-body.ts';
import type { MediaRequest } from './media-request.ts';
import { readMediaCall } from './read-media-call.ts';

const json = (kind: MediaKind, body: object | string) =>
  readMediaCall({
    kind,
    bytes: encodeText(typeof body === 'string' ? body : JSON.stringify(body)),
    contentType: 'application/json',
  });

type FormEntry = readonly [name: string, value: string | Blob];

async function form(kind: MediaKind, entries: readonly FormEntry[]) {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  const response = new Response(data);
  const contentType = response.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { bytes, contentType, read: readMediaCall({ kind, bytes, contentType }) };
}

const callOf = (read: ReturnType<typeof readMediaCall>): ClientCall & { media: MediaRequest } => {
  if (!read.ok) throw new Error(read.fault.message);
  return read.call as ClientCall & { media: MediaRequest };
};
const refusalOf = (read: ReturnType<typeof readMediaCall>) =>
  read.ok ? 'read' : `${read.fault.param}: ${read.fault.message}`;
const recording = new File([new Uint8Array(16_000)], 'a.bin');

describe('an image or audio call', () => {
  it('yields what prices depend on, from JSON and from a form alike', async () => {
    const members = {
      model: 'gpt-image-1',
      prompt: 'a gate',
      n: '3',
      size: '1024x1024',
      quality: 'low',
      stream: 'true',
      partial_images: '2',
    };
    const image = new File(['x'], 'a.png');
    const entries: FormEntry[] = [
      ...Object.entries(members),
      ['image[]', image],
      ['image[]', image],
    ];
    const work = {
      unit: 'image',
      size: '1024x1024',
      quality: 'low',
      count: 3,
      partials: 2,
    };
    const fromForm = callOf((await form('image-edits', entries)).read);
    expect(fromForm.media.work).toMatchObject({ ...work, inputs: 2 });
    expect(fromForm.request.stream).toBe(true);
    const fromJson = callOf(json('images', { ...members, n: 3, stream: true, partial_images: 2 }));
    expect(fromJson.media.work).toMatchObject({ ...work, inputs: 0 });
  });

  it("counts images by every provider's member for it, using the largest", () => {
    const { media } = callOf(json('images', { prompt: 'x', n: 1, batch_size: 4 }));
    expect(media.work).toMatchObject({ count: 4 });
    for (const name of ['num_images_per_prompt', 'image_num', 'samples'])
      expect(callOf(json('images', { prompt: 'x', [name]: 6 })).media.work).toMatchObject({
        count: 6,
      });
  });

  it.each([
    [{ sequential_image_generation: 'auto' }, { count: 15 }],
    [
      {
        sequential_image_generation: 'auto',
        sequential_image_generation_options: { max_images: 4 },
      },
      { count: 4 },
    ],
    [
      {
        sequential_image_generation: 'disabled',
        sequential_image_generation_options: { max_images: 4 },
      },
      { count: 1 },
    ],
    [{ output_format: 'gif' }, { frames: 9 }],
    [
      { output_format: 'GIF', frame_count: '16', n: 2 },
      { frames: 16, count: 2 },
    ],
    [{ output_format: 'png' }, { frames: 1 }],
    [{ width: 2048, height: '1024' }, { size: '2048x1024' }],
  ])('%j of an image counts into its price', (members, work) => {
    const { media } = callOf(json('images', { prompt: 'p', ...members }));
    expect(media.work).toMatchObject(work);
  });

  it.each([
    [{ svg: { model: 'gpt-6' } }, 'svg'],
    [{ output_format: 'svg' }, 'output_format'],
    [{ svg: null }, undefined],
  ])('%j names what no answer reports the cost of', (members, refused) => {
    const { request } = callOf(json('images', { prompt: 'p', ...members }));
    expect(request.billable?.refused).toBe(refused);
  });

  it.each([
    ['images', { prompt: 'x' }, 'dall-e-2'],
    ['speech', { input: 'x', model: null }, 'tts-1'],
  ] as const)(
    'of %s without a model uses the default model, and names it upstream',
    (kind, body, model) => {
      const call = callOf(json(kind, body));
      expect(call.request.model).toBe(model);
      expect(JSON.parse(decodeText(buildMediaBody(call, call.media, model)))).toMatchObject({
        model,
      });
    },
  );

  it('keeps every byte except the name of a mapped model', async () => {
    const { bytes, read } = await form('transcriptions', [
      ['file', recording],
      ['model', 'whisper-1'],
      ['language', 'de'],
    ]);
    const call = callOf(read);
    expect(buildMediaBody(call, call.media, 'whisper-1')).toBe(bytes);
    const mapped = decodeText(buildMediaBody(call, call.media, 'other'));
    expect(mapped).toBe(decodeText(bytes).replace('whisper-1', 'other'));
  });

  it('in a form without a model gets one that every reader finds', async () => {
    const { contentType, read } = await form('transcriptions', [['file', recording]]);
    const call = callOf(read);
    const body = buildMediaBody(call, call.media, 'whisper-1');
    const again = readMediaCall({ kind: 'transcriptions', bytes: body, contentType });
    expect(callOf(again).body['model']).toBe('whisper-1');
    expect(callOf(again).media.work).toEqual(call.media.work);
  });

  it.each([
    ['{"prompt":"x","n":1,"n":10}', 'n: '],
    ['{"prompt":"x","N":10}', 'n: '],
    ['{"prompt":"x","n":0}', 'n: '],
    ['{"prompt":"x","n":1.5}', 'n: '],
    ['{"prompt":"x","n":129}', 'n: '],
    ['{"prompt":"x","partial_images":99}', 'partial_images: '],
    ['{"prompt":"x","stream":"maybe"}', 'stream: '],
    ['{"prompt":5}', 'prompt: '],
    ['{"n":1}', 'prompt: '],
    ['{"prompt":"x","model":7}', 'model: '],
    ['[]', 'body: '],
    ['{', 'body: '],
  ])('%s is refused', (body, words) => {
    expect(refusalOf(json('images', body))).toContain(words);
  });

  it.each([
    [{ size: ['1024x1792'] }, 'size'],
    [{ size: 1024 }, 'size'],
    [{ quality: { name: 'hd' } }, 'quality'],
    [{ size: '256x256', image_size: '1792x1024' }, 'image_size'],
    [{ size: '256x256', width: 2048, height: 2048 }, 'width'],
    [{ size: '1024x1024', resolution: '2k' }, 'resolution'],
    [{ image_size: '1k', resolution: '2k' }, 'resolution'],
    [{ resolution: '2k', Resolution: '1k' }, 'resolution'],
    [
      { sequential_image_generation: 'auto', sequential_image_generation_options: 4 },
      'sequential_image_generation_options',
    ],
    [{ output_format: 'gif', frame_count: 1000 }, 'frame_count'],
  ])('for an image whose price is ambiguous, %j, is refused', (members, param) => {
    expect(refusalOf(json('images', JSON.stringify({ prompt: 'p', ...members })))).toMatch(
      new RegExp(`^${param}:`),
    );
  });

  it('with more text than any model speaks is refused', () => {
    const read = json('speech', JSON.stringify({ input: '漢'.repeat(500_001), voice: 'a' }));
    expect(refusalOf(read)).toContain('input is too long');
  });

  it('normalizes values that determine prices as lenient readers do', () => {
    const size = `1024${' '.repeat(60)}X 1792`;
    const read = json('images', JSON.stringify({ prompt: 'p', size, image_size: '1024 X 1792' }));
    expect(read.ok && read.call.media?.work).toMatchObject({ size: '1024 X 1792' });
  });

  it.each([
    [{ resolution: '2k' }, '2k'],
    [{ size: '16:9', resolution: '2K' }, '2K'],
    [{ size: '2K', resolution: '2k' }, '2K'],
    [{ size: '1024x1024', resolution: 300 }, '1024x1024'],
  ])('prices an image by its resolution, whoever names it so: %j', (members, size) => {
    const read = json('images', JSON.stringify({ prompt: 'p', ...members }));
    expect(read.ok && read.call.media?.work).toMatchObject({ size });
  });

  it('takes longer for slow speech, and for digits', () => {
    const secondsOf = (members: object) => {
      const read = json('speech', JSON.stringify({ input: 'a long text', voice: 'a', ...members }));
      const work = read.ok ? read.call.media?.work : undefined;
      return work?.unit === 'speech' ? work.seconds : 0;
    };
    const usual = secondsOf({});
    expect(secondsOf({ speed: 0.25 })).toBeCloseTo(usual * 4, 6);
    expect(secondsOf({ speed: '0.5' })).toBeCloseTo(usual * 2, 6);
    expect(secondsOf({ speed: 4 })).toBe(usual);
    expect(secondsOf({ speed: -1 })).toBe(usual);
    expect(secondsOf({ input: '77777777777' })).toBeGreaterThan(usual * 3);
  });

  it('in a form that readers could interpret differently is refused', async () => {
    const refusals = await Promise.all(
      [
        [
          ['model', 'a'],
          ['model', 'b'],
        ],
        [['Model', 'a']],
        [['model', recording]],
        [['file', recording]],
        [['size', recording]],
        [['n[]', '10']],
        [['SIZE[0]', '1792x1024']],
        [[' n', '10']],
        [['batch size', '10']],
        [['batch.size', '10']],
        [['batch[size', '10']],
      ].map(async (entries: (string | File)[][]) => {
        const all = [['file', recording], ...entries] as unknown as FormEntry[];
        return refusalOf((await form('transcriptions', all)).read);
      }),
    );
    expect(refusals.map((words) => words.split(':')[0])).toEqual([
      'model',
      'model',
      'model',
      'file',
      'size',
      'n',
      'size',
      'n',
      'batch_size',
      'batch_size',
      'batch_size',
    ]);
  });

  it.each([
    'url',
    'file_url',
    'file_id',
    'audioUrl',
    'fileUri',
    'file_base64',
    'file[url]',
    'url[]',
  ])(
    'in a form that takes its recording from %s, too, is refused: its length, thus its price, is unknown',
    async (name) => {
      const { read } = await form('transcriptions', [
        ['file', recording],
        [name, 'https://files.example.com/ten-hours.mp3'],
      ]);
      expect(refusalOf(read)).toContain(`${name.startsWith('file[') ? 'file' : name}: The`);
    },
  );

  it.each(['file_id', 'image[file_id]', 'images[][file_id]', 'images.0.file_id'])(
    'in a form names files stored at its provider by %s, each of them',
    async (name) => {
      const ids = ['file-a', 'file-b'];
      const entries = ids.map((id) => [name, id] as const);
      const { read } = await form('image-edits', [['prompt', 'p'], ...entries]);
      expect(callOf(read).request.named?.map(({ kind, id }) => [kind, id])).toEqual(
        ids.map((id) => ['file', id]),
      );
    },
  );

  it('in a form counts every image, whether sent as a file, a URL or Base64', async () => {
    const { read } = await form('image-edits', [
      ['prompt', 'p'],
      ['image[]', 'https://images.example.com/a.png'],
      ['image[]', new File(['x'], 'a.png')],
      ['image', 'aGk='],
      ['mask', ''],
    ]);
    expect(callOf(read).media.work).toMatchObject({ inputs: 3 });
  });

  it('as a form names upstream only the boundary that was read', async () => {
    const { bytes, contentType } = await form('transcriptions', [['file', recording]]);
    const typed = (type: string) =>
      callOf(readMediaCall({ kind: 'transcriptions', bytes, contentType: type })).media.contentType;
    expect(typed(`${contentType}; boundary*0=other; charset=utf-7`)).toBe(contentType);
    const quoted = 'multipart/form-data; boundary="a:b"';
    const empty = { kind: 'image-edits', bytes: encodeText('--a:b--') } as const;
    expect(callOf(readMediaCall({ ...empty, contentType: quoted })).media.contentType).toBe(quoted);
  });

  it('never throws, whatever the bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map(encodeText),
      fc.string().map((text) => encodeText(`--b\r\n${text}\r\n--b--`)),
    );
    const type = fc.constantFrom('', 'application/json', 'multipart/form-data; boundary=b');
    fc.assert(
      fc.property(fc.constantFrom(...MEDIA_KINDS), bytes, type, (kind, body, contentType) => {
        const read = readMediaCall({ kind, bytes: body, contentType });
        if (!read.ok) expect(read.fault.message).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });
});
