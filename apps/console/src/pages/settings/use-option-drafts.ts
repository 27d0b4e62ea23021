import { useState } from 'react';

/** By an option's key. */
export type Texts = Readonly<Record<string, string>>;

/** What was typed over options and is not saved yet, and what is wrong with it. */
export function useOptionDrafts() {
  const [drafts, setDrafts] = useState<Texts>({});
  const [errors, setErrors] = useState<Texts>({});
  /** Why what was typed can't be saved, where its text alone does not tell. */
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
    /** Drops what was saved, but keeps what was typed over it while it was on its way. */
    settle: (saved: readonly string[]) => {
      const unchanged = (now: Texts) => saved.filter((key) => now[key] === drafts[key]);
      setDrafts((now) => without(now, unchanged(now)));
      setErrors((now) => without(now, saved));
    },
    tell: (found: Texts) => setErrors((old) => ({ ...old, ...found })),
  };
}

function without(texts: Texts, keys: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)));
}
