import { useState } from 'react';

/** Texts by option key. */
export type Texts = Readonly<Record<string, string>>;

/** Holds unsaved input of options, and its errors. */
export function useOptionDrafts() {
  const [drafts, setDrafts] = useState<Texts>({});
  const [errors, setErrors] = useState<Texts>({});
  /** Why input can't be saved, if its text alone does not show it. */
  const [blocked, setBlocked] = useState<Texts>({});

  return {
    drafts,
    errors,
    blocked,
    set: (key: string, text: string, problem?: string) => {
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
    },
    /** Drops what was saved, but keeps input typed while the save was in flight. */
    settle: (saved: readonly string[]) => {
      const unchanged = (now: Texts) => saved.filter((key) => now[key] === drafts[key]);
      setDrafts((now) => without(now, unchanged(now)));
      setErrors((now) => without(now, saved));
    },
    addErrors: (added: Texts) => setErrors((old) => ({ ...old, ...added })),
  };
}

function without(texts: Texts, keys: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)));
}
