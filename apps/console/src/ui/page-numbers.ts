export type PagerStyle = 'window' | 'ends';

/** Numbers shown at once in a window. The spec caps it at 50; 9 fit beside the other controls. */
const WINDOW = 9;

interface PageNumbersInput {
  page: number;
  pages: number;
  /** `ends`: all up to 4, else the first two, a gap and the last two (and the current one). */
  style: PagerStyle;
}

/** The page numbers to show, with gaps. */
export function pageNumbers({ page, pages, style }: PageNumbersInput): (number | 'gap')[] {
  const shown = style === 'ends' ? endNumbers(page, pages) : windowNumbers(page, pages);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    return before !== undefined && number - before > 1 ? (['gap', number] as const) : [number];
  });
}

function endNumbers(page: number, pages: number): number[] {
  if (pages <= 4) return range(1, pages);
  return [...new Set([1, 2, page, pages - 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((left, right) => left - right);
}

function windowNumbers(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pages - WINDOW + 1));
  return range(first, Math.min(pages, first + WINDOW - 1));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** Steps of 10 up to the total, plus the total itself (users and logs). */
export function stepsUpTo(total: number): number[] {
  const capped = Math.min(total, 1000);
  const steps = Array.from(
    { length: Math.min(100, Math.floor(capped / 10)) },
    (_, index) => (index + 1) * 10,
  );
  const few = steps.length > 10 ? steps.filter((step) => step <= 50 || step % 100 === 0) : steps;
  return [...new Set([10, ...few, ...(capped > 0 ? [capped] : [])])].sort(
    (left, right) => left - right,
  );
}
