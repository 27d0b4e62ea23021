import { expect, test } from 'vitest';
import { listOutputs } from './outputs.ts';

test('clips become titles, texts and links, even unfinished ones', () => {
  const data = [
    {
      title: 'Sea',
      audio_url: 'https://cdn.example/1.mp3',
      video_url: '',
      image_url: 'https://cdn.example/1.png',
      metadata: { prompt: 'waves', duration: null },
    },
    { title: 'Sea', status: 'streaming', audio_url: 'https://pipe.example/?item_id=2' },
  ];
  expect(listOutputs(data)).toEqual([
    {
      title: 'Sea',
      text: 'waves',
      links: [
        { kind: 'audio', address: 'https://cdn.example/1.mp3' },
        { kind: 'picture', address: 'https://cdn.example/1.png' },
      ],
    },
    {
      title: 'Sea',
      text: '',
      links: [{ kind: 'audio', address: 'https://pipe.example/?item_id=2' }],
    },
  ]);
});

test('lyrics become their text', () => {
  expect(listOutputs({ id: '1', title: 'Sea', text: 'waves', status: 'complete' })).toEqual([
    { title: 'Sea', text: 'waves', links: [] },
  ]);
});

test('URLs that could run code become no links, and unknown data is ignored', () => {
  const bad = ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 7, null];
  for (const audio_url of bad)
    expect(listOutputs([{ title: 'x', audio_url }])).toEqual([{ title: 'x', text: '', links: [] }]);
  for (const data of [null, undefined, 'text', 7, [], [null], {}, [[]]])
    expect(listOutputs(data)).toEqual([]);
});
