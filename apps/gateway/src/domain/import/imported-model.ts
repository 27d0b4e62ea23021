/** A model as one channel of the source offers it. */
export interface ImportedModel {
  /** The name that its calls are billed by there: one-api and one-hub bill what a mapping leads to. */
  billedAs: string;
  /** The type of the channel, by the number of the source. */
  type: number;
  priority: number;
  isOn: boolean;
}
