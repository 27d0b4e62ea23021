/** What the gateway fetched for an address. */
export interface FetchedMedia {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}
