import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that only a theme can break. */
export const CONTRAST = ['color-contrast'];

/**
 * Returns axe's violations of WCAG 2.2 AA on a page, or in a part of it, one line per rule; checks all rules
 * or only the given ones.
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
      // Fading elements have their final colors only at the end.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const fading = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.allSettled(fading.map(({ finished }) => finished));
      // Sticky elements cover others only until the user scrolls, but axe judges the current state.
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        const { position, bottom, right } = getComputedStyle(element);
        const covers = bottom !== 'auto' || right !== 'auto';
        if (position === 'sticky' && covers) element.style.position = 'static';
      }
      const { axe: run } = window as unknown as { axe: typeof axe };
      const { violations } = await run.run(selector ? { include: [selector] } : document, {
        // For rules that pass, reports one element instead of all.
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
