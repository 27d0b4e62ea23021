/** Focuses the field of an option after the next render, so that screen readers announce its error. */
export function focusOption(key: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(key)}"]`)?.focus(),
  );
}
