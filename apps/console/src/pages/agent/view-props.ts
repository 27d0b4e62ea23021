/** The page of a list, as in the URL, and a setter for it. */
export interface ViewProps {
  query: { p: number; page_size: number };
  setQuery: (changes: { p?: number; page_size?: number }) => void;
}
