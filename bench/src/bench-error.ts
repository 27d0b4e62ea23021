/** Something that this machine lacks or a target that can't be measured; its message is for people. */
export class BenchError extends Error {}
