import { expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { fileIdsIn, replaceIds } from './file-ids.ts';

const body = (value: unknown, space = 0) => encodeText(JSON.stringify(value, undefined, space));

it('file ids are found wherever a body references files, alone or in lists, and replaced only there', () => {
  const request = {
    messages: [
      { role: 'user', content: [{ type: 'file', file: { file_id: 'file-a' } }] },
      { role: 'user', content: 'say "file_id": "file-a" and file-b' },
    ],
    tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: ['file-b', 'x'] } }],
    name: 'file-a',
  };
  for (const space of [0, 2]) {
    const bytes = body(request, space);
    expect(fileIdsIn(bytes)).toEqual(['file-a', 'file-b', 'x']);
    const replaced = JSON.parse(
      decodeText(
        replaceIds(
          bytes,
          new Map([
            ['file-a', 'up-1'],
            ['file-b', 'up-2'],
          ]),
        ),
      ),
    ) as typeof request;
    expect(replaced.messages[0]).toEqual({
      role: 'user',
      content: [{ type: 'file', file: { file_id: 'up-1' } }],
    });
    expect(replaced.messages[1]).toEqual(request.messages[1]);
    expect(replaced.tools[0]?.container.file_ids).toEqual(['up-2', 'x']);
    expect(replaced.name).toBe('file-a');
  }
});

it('a body without file_id members, and ids written with escapes, reference no file of ours', () => {
  expect(fileIdsIn(body({ messages: [] }))).toEqual([]);
  expect(fileIdsIn(encodeText('{"file_id":"\\u0066ile-a"}'))).toEqual([]);
});

it('reads bodies that almost reference files like any other', () => {
  const almost = '"file_id":"'.repeat(50_000) + '"file_ids":['.repeat(50_000);
  expect(fileIdsIn(encodeText(`${almost}"file_id":"file-a"`))).toEqual(['file-a']);
  const alike = 'xfile_id'.repeat(50_000);
  expect(fileIdsIn(body({ content: alike }))).toEqual([]);
  expect(fileIdsIn(body({ content: alike, file_id: 'file-a' }))).toEqual(['file-a']);
});
