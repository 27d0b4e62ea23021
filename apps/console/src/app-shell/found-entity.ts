/** Something that the palette found. */
export interface FoundEntity {
  id: string;
  label: string;
  /** The page to open, with what its address holds. */
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}
