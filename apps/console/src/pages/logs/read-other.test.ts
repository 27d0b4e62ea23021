import type { LogEntry } from '@tollgate/contract';
import { describe, expect, test } from 'vitest';
import { explainRow, readOther } from './read-other.ts';

const row = (other: string): LogEntry => ({
  id: 1,
  created_at: 1,
  type: 2,
  channel: 0,
  channel_name: '',
  user_id: 1,
  username: 'a',
  is_team: false,
  token_id: 1,
  token_name: 'k',
  group: 'default',
  model_name: 'm',
  use_time: 1,
  is_stream: false,
  prompt_tokens: 100,
  completion_tokens: 20,
  quota: 14,
  content: '',
  other,
  request_id: 'r',
});

describe('the details of a log row', () => {
  test('a row opens whatever another version wrote', () => {
    for (const text of ['', 'no json', '5', '[]', '{"frt":"fast"}'])
      expect(readOther(row(text))).toEqual({});
  });

  test('unknown factors are kept for the detail view', () => {
    expect(readOther(row('{"frt":12,"new_ratio":3}'))).toEqual({ frt: 12, new_ratio: 3 });
  });

  test('only a charged row explains a charge', () => {
    const paid = row('{"group_ratio":1,"model_ratio":0.075,"completion_ratio":4}');
    expect(explainRow(paid)?.kind).toBeDefined();
    const other = row('{"frt":12}');
    expect(explainRow(other)).toBeUndefined();
  });

  test('a charge with audio, images and a tier is itemized exactly', () => {
    const speech = row(
      JSON.stringify({
        group_ratio: 1,
        model_ratio: 2,
        completion_ratio: 4,
        cache_ratio: 0.1,
        cache_write_ratio: 1,
        audio_ratio: 8,
        audio_completion_ratio: 2,
        image_ratio: 1.25,
        audio_input: 40,
        image_input: 20,
        audio_output: 10,
        price_tier: 50,
      }),
    );
    const explained = explainRow(speech);
    expect(explained?.lines.map(({ kind, tokens, ratio }) => [kind, tokens, ratio])).toEqual([
      ['prompt', 40, 1],
      ['audio-input', 40, 8],
      ['image-input', 20, 1.25],
      ['completion', 10, 4],
      ['audio-output', 10, 16],
    ]);
    expect(explained?.total).toBe(2 * (40 + 320 + 25 + 40 + 160));
  });
});
