import { openConsole } from '../open-console.ts';
import { percentile } from '../percentile.ts';
import type { Print } from '../trial.ts';
import { type Question, QUESTIONS } from './questions.ts';

/** The user who runs a user's queries. */
export const READER = { username: 'reader', password: 'password1' };

export interface Answered {
  question: Question;
  p50Ms: number;
  p95Ms: number;
}

/** Runs all queries on a gateway, one after another, each `times` times. */
export async function measureQuestions(
  url: string,
  { times, now, print }: { times: number; now: number; print: Print },
): Promise<Answered[]> {
  const root = await openConsole(url);
  const reader = await openConsole(url, READER);
  const measured: Answered[] = [];
  for (const question of QUESTIONS) {
    const session = question.asker === 'user' ? reader : root;
    const took: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const startedMs = performance.now();
      await session.call('GET', question.path(turn, now));
      took.push(performance.now() - startedMs);
    }
    const [p50Ms, p95Ms] = [percentile(took, 0.5), percentile(took, 0.95)];
    measured.push({ question, p50Ms, p95Ms });
    print(`  ${question.what}: ${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)} ms`);
  }
  return measured;
}
