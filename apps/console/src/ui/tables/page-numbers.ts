/** `window`: numbers around the current page. `ends`: the first two and the last two. */
export type PagerStyle = 'window' | 'ends';

/** Numbers shown at once in a window. The spec caps it at 50; 9 fit next to the other controls. */
const WINDOW = 9;
/** `ends` shows every page up to this many. */
const ALL = 4;

interface PageNumbersInput {
  page: number;
  pages: number;
  style: PagerStyle;
}

/** Returns the page numbers to show; `gap` represents those left out. */
export function pageNumbers({ page, pages, style }: PageNumbersInput): (number | 'gap')[] {
  if (style === 'window') return withLast(windowNumbers(page, pages), pages);
  return pages <= ALL ? range(1, pages) : [1, 2, 'gap', pages - 1, pages];
}

function windowNumbers(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pages - WINDOW + 1));
  return range(first, Math.min(pages, first + WINDOW - 1));
}

/** The last page is always one click away. */
function withLast(numbers: number[], pages: number): (number | 'gap')[] {
  const end = numbers.at(-1) ?? pages;
  if (end === pages) return numbers;
  return [...numbers.slice(0, -2), 'gap', pages];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

const STEP = 10;
/** The maximum number of rows that the server returns at once. */
const SIZE_MAX = 1000;

/** Returns page sizes in steps of 10 up to the total, and the total itself if the server allows it. */
export function stepsUpTo(total: number): number[] {
  const steps = Array.from(
    { length: Math.floor(Math.min(total, SIZE_MAX) / STEP) },
    (_, index) => (index + 1) * STEP,
  );
  return total > 0 && total <= SIZE_MAX && total % STEP !== 0 ? [...steps, total] : steps;
}
