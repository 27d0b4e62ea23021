const SCHEME = 'data-mantine-color-scheme';

/** Prints the dark theme in light colors, as paper is white. Returns a function that ends this. */
export function printInLight(): () => void {
  const root = document.documentElement;
  let isChanged = false;
  const begin = () => {
    if (root.getAttribute(SCHEME) !== 'dark') return;
    isChanged = true;
    root.setAttribute(SCHEME, 'light');
  };
  const end = () => {
    if (isChanged) root.setAttribute(SCHEME, 'dark');
    isChanged = false;
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    end();
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}
