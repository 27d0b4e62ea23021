import { useState } from 'react';
import { ApiError } from '../../api/call-endpoint.ts';
import type { ModelTestResult } from './test-model.ts';

const AT_ONCE = 3;

export type TestState = ModelTestResult | 'running';

/** Tests a channel's models or keys, three at a time; results arrive one by one. */
export function useTests(test: (name: string) => Promise<ModelTestResult>, done: () => void) {
  const [results, setResults] = useState<ReadonlyMap<string, TestState>>(new Map());
  const note = (name: string, result: TestState) =>
    setResults((before) => new Map(before).set(name, result));

  const run = async (names: Iterable<string>) => {
    const queue = [...names];
    const worker = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        note(name, 'running');
        note(name, await test(name).catch(failureOf));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    done();
  };
  return { results, run, running: [...results.values()].includes('running') };
}

/** A test whose call itself failed. */
function failureOf(error: unknown): ModelTestResult {
  return {
    passed: false,
    seconds: 0,
    firstByteMs: null,
    status: error instanceof ApiError ? error.status : 0,
    excerpt: error instanceof Error ? error.message : '',
    cause: null,
    refusal: '',
    field: '',
  };
}

/** Returns the models whose last test failed. */
export function failedModels(results: ReadonlyMap<string, TestState>): string[] {
  return [...results]
    .filter(([, result]) => result !== 'running' && !result.passed)
    .map(([model]) => model);
}
