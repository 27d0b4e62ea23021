import type { Page } from '@playwright/test';

/**
 * Returns the targets on the page, or `within` a part of it, that are smaller than 44 × 44 px, one line each:
 * its size and markup. A target is as big as the area that reacts to it, including its label and anything on
 * top that belongs to it. Excludes links inside a sentence, as WCAG 2.5.5 does, and targets that can't be
 * pressed now: disabled, hidden, or behind a dialog.
 */
export async function findSmallTargets(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate(async (place) => {
    const LEAST_PX = 44;
    const fading = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const kinds =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=option], [role=menuitem], [contenteditable=true]';
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(
        '[inert], [aria-hidden=true], :disabled, [data-disabled], [aria-disabled=true]',
      );
    /** A link with text around it is part of a sentence. */
    const isInSentence = (element: Element) =>
      element.matches('a, button') &&
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node !== element && node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    const partsOf = (element: Element): Element[] =>
      element instanceof HTMLInputElement ? [element, ...(element.labels ?? [])] : [element];
    /** Measures how far a target reacts from a point in a direction, up to the minimum size. */
    const reach = (parts: Element[], x: number, y: number, byX: number, byY: number) => {
      let far = 0;
      for (let step = 1; step <= LEAST_PX; step += 1) {
        const hit = document.elementFromPoint(x + byX * step, y + byY * step);
        if (!hit || !parts.some((part) => part.contains(hit))) break;
        far = step;
      }
      return far;
    };
    const small: string[] = [];
    const scrolled = [...document.querySelectorAll('*')].map(
      (element) => [element, element.scrollLeft, element.scrollTop] as const,
    );
    for (const element of document.querySelectorAll<HTMLElement>(`:is(${place}) :is(${kinds})`)) {
      if (!isShown(element) || isInSentence(element)) continue;
      const parts = partsOf(element);
      const boxes = parts.map((part) => part.getBoundingClientRect());
      if (boxes.some(({ width, height }) => width >= LEAST_PX && height >= LEAST_PX)) continue;
      const box = boxes.find(({ width, height }) => width > 2 && height > 2);
      if (!box) continue;
      const part = parts[boxes.indexOf(box)];
      part?.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = part?.getBoundingClientRect() ?? box;
      const x = left + width / 2;
      const y = top + height / 2;
      const hit = document.elementFromPoint(x, y);
      // Behind something else, or outside the scrolled area.
      if (!hit || !parts.some((part) => part.contains(hit))) continue;
      const wide = Math.max(width, reach(parts, x, y, 1, 0) + reach(parts, x, y, -1, 0) + 1);
      const high = Math.max(height, reach(parts, x, y, 0, 1) + reach(parts, x, y, 0, -1) + 1);
      if (Math.round(wide) >= LEAST_PX && Math.round(high) >= LEAST_PX) continue;
      small.push(`${Math.round(wide)}×${Math.round(high)} ${element.outerHTML.slice(0, 160)}`);
    }
    // Restores the scroll positions: others inspect the page, too.
    for (const [element, scrollLeft, scrollTop] of scrolled)
      Object.assign(element, { scrollLeft, scrollTop });
    return small;
  }, within);
}
