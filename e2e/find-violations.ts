import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What a theme alone can break. */
export const CONTRAST = ['color-contrast'];

/**
 * What axe finds against WCAG 2.2 AA on a page, or in a part of it, one line a rule; against all rules or
 * some.
 */
export async function findViolations(
  page: Page,
  part?: string,
  rules?: readonly string[],
): Promise<string[]> {
  const runOnly: RunOnly = rules
    ? { type: 'rule', values: [...rules] }
    : { type: 'tag', values: LEVELS };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ selector, runOnly }) => {
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
        runOnly,
      });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 300)}${any[0] ? ` (${any[0].message})` : ''}`).join(' | ')}`,
      );
    },
    { selector: part, runOnly },
  );
}
