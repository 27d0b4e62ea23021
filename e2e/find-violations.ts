import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe finds against WCAG 2.2 AA on a page, or in a part of it, one line a rule. */
export async function findViolations(page: Page, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (selector) => {
    // What fades in has its colours only at the end.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const fading = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(fading.map(({ finished }) => finished));
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
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`,
    );
  }, part);
}
