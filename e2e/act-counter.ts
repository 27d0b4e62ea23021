import type { Page } from '@playwright/test';

export interface Acts {
  /** Clicks on anything that is not typed into, and keys that trigger something: Enter, Escape, shortcuts. */
  clicks: number;
  /** Fields that were typed into. */
  fields: number;
}

export interface ActCounter {
  /** Returns what was done since the last read. */
  read(): Promise<Acts>;
}

/**
 * Counts a user's actions on a page from trusted browser events. Clicking into a field is part of filling it;
 * Tab is free, like reading.
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
      // The page's messages arrive in order: once this returns, all earlier ones have been received.
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
  const report = (field?: string) =>
    (window as unknown as { tellAct: (field?: string) => void }).tellAct(field);
  const isTyped = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type));
  let number = 0;
  const names = new WeakMap<EventTarget, string>();
  // Not click events: one on a label triggers another on its control, and so does a key on a button.
  addEventListener(
    'pointerdown',
    ({ isTrusted, target }) => {
      if (isTrusted && !isTyped(target)) report();
    },
    true,
  );
  addEventListener(
    'keydown',
    ({ key, isTrusted, ctrlKey, metaKey, target }) => {
      const acts = ['Enter', 'Escape'].includes(key) || ctrlKey || metaKey;
      if (isTrusted && (acts || (key === ' ' && !isTyped(target)))) report();
    },
    true,
  );
  addEventListener(
    'input',
    ({ target }) => {
      if (!isTyped(target) || !target) return;
      if (!names.has(target)) names.set(target, `${Date.now()}.${(number += 1)}`);
      report(names.get(target));
    },
    true,
  );
}
