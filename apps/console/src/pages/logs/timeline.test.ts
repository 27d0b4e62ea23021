import { describe, expect, test } from 'vitest';
import { buildTimeline } from './timeline.ts';

const attempt = (fields: object) => ({ channel: 1, name: 'a', ms: 0, status: 200, ...fields });
const info = (...attempts: ReturnType<typeof attempt>[]) => ({ use_channel: [], attempts });

describe('the timeline of a call', () => {
  test('attempts follow one another, and the last one lasts until the end of the call', () => {
    const timeline = buildTimeline(
      { is_stream: true },
      {
        total_ms: 3409,
        admin_info: info(
          attempt({ fault: '429', status: 429, ms: 20, total_ms: 29 }),
          attempt({ ms: 500, first_ms: 536 }),
        ),
      },
    );
    expect(
      timeline?.steps.map(({ offset, waiting, streaming }) => [offset, waiting, streaming]),
    ).toEqual([
      [0, 29, 0],
      [29, 536, 2844],
    ]);
  });

  test("if all attempts failed, the time before the first one is the gateway's own", () => {
    const failed = attempt({ fault: 'timeout', status: 0, ms: 60 });
    const timeline = buildTimeline(
      { is_stream: false },
      { total_ms: 100, admin_info: info(failed) },
    );
    expect(timeline?.steps[0]).toMatchObject({ offset: 40, waiting: 60, streaming: 0 });
  });

  test('there is no timeline if durations are unknown or overlap', () => {
    const one = info(attempt({ ms: 5 }));
    expect(buildTimeline({ is_stream: true }, { admin_info: one })).toBeUndefined();
    expect(buildTimeline({ is_stream: true }, { total_ms: 9 })).toBeUndefined();
    const hedge = { rule: 1, after_ms: 1, p95_ms: 1, first: 1, second: 2 };
    expect(
      buildTimeline(
        { is_stream: true },
        { total_ms: 9, admin_info: { ...one, traffic: { hedge } } },
      ),
    ).toBeUndefined();
  });
});
