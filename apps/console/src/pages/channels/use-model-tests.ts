import { useState } from 'react';
import { ApiError } from '../../api/call-endpoint.ts';
import { type ModelTestResult, testModel } from './test-model.ts';

const AT_ONCE = 3;

export type TestState = ModelTestResult | 'running';

/** Tests of a channel's models, three at a time; results come in one by one. */
export function useModelTests(channelId: number, done: () => void) {
  const [results, setResults] = useState<ReadonlyMap<string, TestState>>(new Map());
  const note = (model: string, result: TestState) =>
    setResults((before) => new Map(before).set(model, result));

  const run = async (models: Iterable<string>) => {
    const queue = [...models];
    const worker = async () => {
      for (let model = queue.shift(); model !== undefined; model = queue.shift()) {
        note(model, 'running');
        note(model, await testModel(channelId, model).catch(failureOf));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    done();
  };
  return { results, run, running: [...results.values()].includes('running') };
}

/** A test that could not even be asked for. */
function failureOf(error: unknown): ModelTestResult {
  return {
    passed: false,
    seconds: 0,
    firstByteMs: null,
    status: error instanceof ApiError ? error.status : 0,
    excerpt: error instanceof Error ? error.message : '',
    cause: null,
    refusal: '',
  };
}

/** The models whose last test failed. */
export function failedModels(results: ReadonlyMap<string, TestState>): string[] {
  return [...results]
    .filter(([, result]) => result !== 'running' && !result.passed)
    .map(([model]) => model);
}
