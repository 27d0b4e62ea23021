import { useState } from 'react';

/** Texts by option key. */
export type Texts = Readonly<Record<string, string>>;

/** Holds unsaved input of options, and its errors. */
export function useOptionDrafts() {
  const [drafts, setDrafts] = useState<Texts>({});
  const [errors, setErrors] = useState<Texts>({});
  /** Why input can't be saved, if its text alone does not show it. */
  const [blocked, setBlocked] = useState<Texts>({});
  /** What was stored when the input of an option began; undefined while that is unknown. */
  const [bases, setBases] = useState<Readonly<Record<string, string | undefined>>>({});

  return {
    drafts,
    errors,
    blocked,
    bases,
    set: (key: string, text: string, base: string | undefined, problem?: string) => {
      setBases((old) => (Object.hasOwn(old, key) ? old : { ...old, [key]: base }));
      setBlocked((old) =>
        problem === undefined ? without(old, [key]) : { ...old, [key]: problem },
      );
      setDrafts((old) => ({ ...old, [key]: text }));
      setErrors((old) => without(old, [key]));
    },
    drop: (keys: readonly string[]) => {
      setDrafts((old) => without(old, keys));
      setErrors((old) => without(old, keys));
      setBlocked((old) => without(old, keys));
      setBases((old) => without(old, keys));
    },
    /** Input typed while its own save is in flight is based on what that save stores. */
    markSaved: (saved: readonly string[]) =>
      setBases((old) => ({ ...old, ...Object.fromEntries(saved.map((key) => [key, undefined])) })),
    /** Bases input on what is stored now: its author has been told. */
    rebase: (key: string, base: string | undefined) =>
      setBases((old) => (Object.hasOwn(old, key) ? { ...old, [key]: base } : old)),
    /** Drops what was saved, but keeps input typed while the save was in flight. */
    settle: (saved: readonly string[]) => {
      const unchanged = (now: Texts) => saved.filter((key) => now[key] === drafts[key]);
      setDrafts((now) => without(now, unchanged(now)));
      setErrors((now) => without(now, saved));
      setBases((now) => without(now, saved));
    },
    addErrors: (added: Texts) => setErrors((old) => ({ ...old, ...added })),
  };
}

function without<Text extends string | undefined>(
  texts: Readonly<Record<string, Text>>,
  keys: readonly string[],
): Readonly<Record<string, Text>> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)));
}
