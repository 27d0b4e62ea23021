/** The page of a list that an address names, and how to turn it. */
export interface ViewProps {
  query: { p: number; page_size: number };
  setQuery: (changes: { p?: number; page_size?: number }) => void;
}
