import type { Page } from '@playwright/test';

export interface Acts {
  /** Clicks on anything that is not typed into, and keys that do something: Enter, Escape, shortcuts. */
  clicks: number;
  /** Fields that were typed into. */
  fields: number;
}

export interface ActCounter {
  /** What was done since it was read last. */
  read(): Promise<Acts>;
}

/**
 * Counts what a person does on a page, by the events that the browser trusts. Going into a field by a
 * click is part of filling it; Tab is free, as reading is.
 */
export async function countActs(page: Page): Promise<ActCounter> {
  let clicks = 0;
  const fields = new Set<string>();
  await page.exposeFunction('tellAct', (field: string | undefined) => {
    if (field === undefined) clicks += 1;
    else fields.add(field);
  });
  await page.addInitScript(watchActs);
  return {
    async read() {
      // What the page tells comes in order: once this is answered, all of it has been heard.
      await page.evaluate(() => undefined);
      const acts = { clicks, fields: fields.size };
      clicks = 0;
      fields.clear();
      return acts;
    },
  };
}

/** Runs in the page. */
function watchActs(): void {
  const tell = (field?: string) =>
    (window as unknown as { tellAct: (field?: string) => void }).tellAct(field);
  const isTyped = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type));
  let number = 0;
  const names = new WeakMap<EventTarget, string>();
  // Not clicks: one on a label makes another on what it names, and a key on a button makes one, too.
  addEventListener(
    'pointerdown',
    ({ isTrusted, target }) => {
      if (isTrusted && !isTyped(target)) tell();
    },
    true,
  );
  addEventListener(
    'keydown',
    ({ key, isTrusted, ctrlKey, metaKey, target }) => {
      const acts = ['Enter', 'Escape'].includes(key) || ctrlKey || metaKey;
      if (isTrusted && (acts || (key === ' ' && !isTyped(target)))) tell();
    },
    true,
  );
  addEventListener(
    'input',
    ({ target }) => {
      if (!isTyped(target) || !target) return;
      if (!names.has(target)) names.set(target, `${Date.now()}.${(number += 1)}`);
      tell(names.get(target));
    },
    true,
  );
}
