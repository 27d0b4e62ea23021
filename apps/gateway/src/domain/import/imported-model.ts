/** A model as one channel of the source offers it. */
export interface ImportedModel {
  /** The model name that its calls are billed by there: one-api and one-hub bill the target of a mapping. */
  billedAs: string;
  /** The channel's type number in the source. */
  type: number;
  priority: number;
  isOn: boolean;
}
