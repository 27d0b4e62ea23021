import { renderTable } from '../table.ts';
import type { Trial } from '../trial.ts';
import { soak, type SoakResult } from './soak.ts';

const HOLD = 0.05;
const AIM = 0.02;

/** Checks whether memory stays flat under a mix of calls and faults. */
export const soakTrial: Trial = {
  name: 'soak',
  title: 'Memory under a mix of calls and faults',
  options: { minutes: 30, rate: 100 },
  async run(stage, { minutes = 30, rate = 100 }, print) {
    return renderSoak(await soak(stage, { minutes, rate, print }));
  },
};

function renderSoak({ memory, endings, rate, minutes, ...result }: SoakResult): string {
  const percent = (part: number) => `${part > 0 ? '+' : ''}${(part * 100).toFixed(1)} %`;
  const verdict =
    Math.abs(memory.drift) <= AIM
      ? 'aim reached'
      : Math.abs(memory.drift) <= HOLD
        ? 'holds'
        : 'BELOW';
  const every = Math.max(1, Math.ceil(memory.minutes.length / 10));
  const rows = memory.minutes
    .filter(({ minute }) => minute % every === 0 || minute === memory.minutes.at(-1)?.minute)
    .map(({ minute, residentMb, heapTotalMb, heapMb }) => [
      String(minute + 1),
      String(Math.round(residentMb)),
      String(Math.round(heapTotalMb)),
      String(heapMb),
    ]);
  return [
    `${rate} calls a second for ${minutes} minutes on SQLite: plain calls, streams, two other dialects, bodies of 110 kB, upstreams that fail in 23 ways, clients that leave.`,
    renderTable(
      ['What', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [
        [
          'resident memory, last fifth against the first',
          percent(memory.drift),
          '±5 %',
          '±2 %',
          verdict,
        ],
      ],
    ),
    `The first ${result.warmUpMinutes} minutes are warm-up, with four times the calls. The farthest minute was ${(memory.spread * 100).toFixed(1)} % from the mean.`,
    `Answers: ${endings.whole} whole, ${endings.refused} refused with an error, ${endings.broken} broken off as their upstream did, ${endings.left} left by the client. Charged: ${result.charged}. Discrepancies in the books: ${result.discrepancies}.`,
    renderTable(['Minute', 'resident MB', 'heap MB', 'least in use of it MB'], rows),
  ].join('\n\n');
}
