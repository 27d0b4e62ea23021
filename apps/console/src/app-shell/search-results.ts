/** A match in the command palette. */
export interface SearchResult {
  id: string;
  label: string;
  /** The page to open, with its route parameters and query. */
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}
