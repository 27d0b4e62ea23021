import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe finds against WCAG 2.2 AA on a page, or in a part of it, one line a rule. */
export async function findViolations(page: Page, part?: string): Promise<string[]> {
  const found = await judge(page, part);
  // On a busy machine it may have judged what was still being drawn: what is wrong stays so.
  return found.length === 0 ? found : judge(page, part);
}

async function judge(page: Page, part: string | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (selector) => {
    // What fades in has its colours only at the end, and on a busy machine begins frames after it opened.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isFading = () =>
      [...document.querySelectorAll(selector ?? 'body')].some(
        (one) => one.checkVisibility() && getComputedStyle(one).opacity !== '1',
      );
    for (let quiet = 0, frames = 0; quiet < 5 && frames < 600; frames += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
      await frame();
      const fading = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
      await Promise.allSettled(fading.map(({ finished }) => finished));
      quiet = fading.length > 0 || isFading() ? 0 : quiet + 1;
    }
    // What is sticky covers other things only until one scrolls; axe judges the moment.
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, bottom, right } = getComputedStyle(element);
      const covers = bottom !== 'auto' || right !== 'auto';
      if (position === 'sticky' && covers) element.style.position = 'static';
    }
    const { axe: run } = window as unknown as { axe: typeof axe };
    const { violations } = await run.run(selector ? { include: [selector] } : document, {
      // Of what passes it names one element a rule, not all.
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 300)}${any[0] ? ` (${any[0].message})` : ''}`).join(' | ')}`,
    );
  }, part);
}
