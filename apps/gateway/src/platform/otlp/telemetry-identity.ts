/** Describes this process to a collector. */
export interface TelemetryIdentity {
  version: string;
  nodeId: string;
}
