import { expect, test } from 'vitest';
import { findByModelName, sharedModelName } from './shared-model-name.ts';

test.each([
  ['gpt-4-gizmo-g-abc', 'gpt-4-gizmo-*'],
  ['gpt-4o-gizmo-g-abc', 'gpt-4o-gizmo-*'],
  ['gpt-4-gizmo-*', 'gpt-4-gizmo-*'],
  ['gpt-4-gizmo-', undefined],
  ['gpt-4o', undefined],
  ['gemini-2.5-flash-preview-05-20-thinking-1024', 'gemini-2.5-flash-thinking-*'],
  ['gemini-2.5-flash-lite-thinking-512', 'gemini-2.5-flash-lite-thinking-*'],
  ['gemini-2.5-pro-thinking-128', 'gemini-2.5-pro-thinking-*'],
  ['gemini-2.5-pro-thinking', undefined],
])('%s shares %s', (model, shared) => {
  expect(sharedModelName(model)).toBe(shared);
});

test('a name that no URL can carry shares none', () => {
  expect(sharedModelName('gpt-4o-gizmo-\ud800')).toBeUndefined();
});

test("a model's own name takes precedence over the shared one", () => {
  const known = new Map([
    ['gpt-4-gizmo-*', 1],
    ['gpt-4-gizmo-mine', 2],
  ]);
  const find = (model: string) => findByModelName(model, (name) => known.get(name));
  expect(['gpt-4-gizmo-mine', 'gpt-4-gizmo-x', 'gpt-4'].map(find)).toEqual([2, 1, undefined]);
});
