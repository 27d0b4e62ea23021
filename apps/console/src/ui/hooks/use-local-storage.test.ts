import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLocalStorage } from './use-local-storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem('kept-choice');
});

test('a setting survives a reload, and invalid data counts as none', () => {
  const { result, unmount } = renderHook(() => useLocalStorage('kept-choice', 'first'));
  expect(result.current[0]).toBe('first');
  act(() => result.current[1]('second'));
  unmount();
  expect(renderHook(() => useLocalStorage('kept-choice', 'first')).result.current[0]).toBe(
    'second',
  );
  localStorage.setItem('kept-choice', '{');
  expect(renderHook(() => useLocalStorage('kept-choice', 'first')).result.current[0]).toBe('first');
});

test('a setting changes although the storage is full or blocked', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { result } = renderHook(() => useLocalStorage('kept-choice', 'first'));
  act(() => result.current[1]('second'));
  expect(result.current[0]).toBe('second');
});
