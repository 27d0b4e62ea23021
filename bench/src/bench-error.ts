/** Something is missing on this machine, or a target can't be measured; the message is for people. */
export class BenchError extends Error {}
