/** A small piece of work for a coding agent: read a file, change it, run a command. */
export interface AgentTask {
  /** Occurs only in this task's prompt: distinguishes the tasks of a conversation. */
  id: string;
  /** Absolute path. */
  file: string;
  /** Occurs once in the file. Must not contain slashes and quotes. */
  from: string;
  /** Replacement for `from`. */
  to: string;
  /** A shell command. */
  command: string;
}

/** Returns the user's prompt for an agent. */
export function promptOf({ id, file, from, to, command }: AgentTask): string {
  return `Task ${id}: read ${file}, replace "${from}" by "${to}" in it, then run: ${command}`;
}

/** Returns the final message of an agent's model. */
export function reportOf({ id }: AgentTask): string {
  return `Finished task ${id}.`;
}
