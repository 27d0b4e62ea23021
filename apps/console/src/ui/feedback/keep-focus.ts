/** Where a reader of the page goes on if the focused element is gone. */
const PLACE = 'section, [role=region], [role=dialog]';
/** A row's menu, an item of it, and the buttons of the dialog that it opens. */
const REMEMBERED = 8;
const UNSCROLLED = { preventScroll: true };

interface Focused {
  element: Element;
  /** The row that it belonged to: rows that follow reuse its elements. */
  row: string | undefined;
  /** What contains it, the closest first. */
  places: readonly HTMLElement[];
}

/**
 * Keeps the focus where the user was, who would be outside the dialog, or at the start of the page: returns it
 * to a button that was disabled while its call ran, and to where a closed dialog was opened; moves it to what
 * surrounded an element that is gone, such as a deleted row. A browser drops it. Returns a function that stops
 * it.
 */
export function keepFocus(): () => void {
  let focused: readonly Focused[] = [];
  const remember = ({ target }: Event) => {
    const element = target as Element;
    const one = { element, row: rowOf(element), places: placesAround(element) };
    focused = [one, ...focused].slice(0, REMEMBERED);
  };
  const forget = () => {
    focused = [];
  };
  const changes = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    const last = focused.find(
      (one) => isThere(one) || one.places.some(({ isConnected }) => isConnected),
    );
    if (!last) return;
    const { element, places } = last;
    if (!isThere(last)) focusPlace(places.find(({ isConnected }) => isConnected));
    else if (element instanceof HTMLButtonElement && !element.disabled) element.focus(UNSCROLLED);
  });
  document.addEventListener('focusin', remember);
  // A click elsewhere leaves the element; one on it focuses it again.
  document.addEventListener('pointerdown', forget);
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
    changes.disconnect();
  };
}

const rowOf = (element: Element) => element.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'];

const isThere = ({ element, row }: Focused) => element.isConnected && rowOf(element) === row;

function placesAround(element: Element): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let one = element.parentElement; one; one = one.parentElement)
    if (one.matches(PLACE)) places.push(one);
  return places;
}

function focusPlace(place: HTMLElement | undefined): void {
  if (!place) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus(UNSCROLLED);
}
