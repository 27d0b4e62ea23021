/** Content that the gateway fetched from a URL. */
export interface FetchedMedia {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}
