import type { Page } from '@playwright/test';
import axe, { type ElementContext, type Result, type RunOptions } from 'axe-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export interface Scope {
  /** All rules, or only the one that a theme can break. */
  rules?: 'all' | 'contrast';
  /** Judges the contrast of all texts, or only if the window shows a look of text that it has not shown yet. */
  looks?: 'all' | 'new';
}

/** Returns axe's violations of WCAG 2.2 AA on a page, or in a part of it, one line per rule. */
export async function findViolations(
  page: Page,
  part?: string,
  { rules = 'all', looks = 'all' }: Scope = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(settle);
  const newTexts = await page.evaluateHandle(findNewTexts, part);
  const wanted = { newTexts, part, rules, looks, tags: LEVELS };
  return page.evaluate(async ({ newTexts, part, rules, looks, tags }) => {
    const { axe: run } = window as unknown as { axe: typeof axe };
    const violations: Result[] = [];
    const judge = async (context: ElementContext, options: RunOptions) => {
      // For rules that pass, reports one element instead of all.
      const results = await run.run(context, { ...options, resultTypes: ['violations'] });
      violations.push(...results.violations);
    };
    const all = part === undefined ? document : { include: [part] };
    const contrast = { runOnly: ['color-contrast'] };
    const others = { runOnly: tags, rules: { 'color-contrast': { enabled: false } } };
    const judgesContrast = looks === 'all' || newTexts.length > 0;
    // One run for all rules costs less than two: each finds the places of all elements anew.
    if (rules === 'all') await judge(all, judgesContrast ? { runOnly: tags } : others);
    else if (judgesContrast) await judge(looks === 'all' ? all : { include: newTexts }, contrast);
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 300)}${any[0] ? ` (${any[0].message})` : ''}`).join(' | ')}`,
    );
  }, wanted);
}

/** Runs in the page: waits until it looks as it will, and uncovers what sticky elements cover. */
async function settle(): Promise<void> {
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
}

/**
 * Runs in the page: returns the first text of each look that the window has not shown yet: what has the same
 * color, font and backgrounds has the same contrast.
 */
function findNewTexts(part: string | undefined): Element[] {
  const kept = window as unknown as { shownLooks?: Set<string> };
  const shown = (kept.shownLooks ??= new Set());
  // What is behind the text of an element, and what fades both.
  interface Ground {
    surface: string;
    fades: string;
  }
  const grounds = new Map<Element, Ground>();
  const groundOf = (element: Element | null): Ground => {
    if (!element) return { surface: '', fades: '' };
    const found = grounds.get(element);
    if (found) return found;
    const {
      backgroundColor: color,
      backgroundImage: image,
      opacity,
      filter,
    } = getComputedStyle(element);
    const { surface, fades } = groundOf(element.parentElement);
    const isOpaque = color.startsWith('rgb(') && image === 'none';
    const isClear = color === 'rgba(0, 0, 0, 0)' && image === 'none';
    const ground = {
      surface: isClear ? surface : `${color} ${image} ${isOpaque ? '' : surface}`,
      fades: opacity === '1' && filter === 'none' ? fades : `${opacity} ${filter} ${fades}`,
    };
    grounds.set(element, ground);
    return ground;
  };
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
  const isNew = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const { surface, fades } = groundOf(element);
    const look = [color, fontSize, fontWeight, textShadow, surface, fades].join();
    if (shown.has(look)) return false;
    shown.add(look);
    return true;
  };
  return [
    ...document.querySelectorAll(part === undefined ? 'body *' : `${part}, ${part} *`),
  ].filter(
    (element) =>
      hasText(element) && element.checkVisibility({ opacityProperty: true }) && isNew(element),
  );
}
