/** A small piece of work for a coding agent: read a file, change it, run a command. */
export interface AgentTask {
  /** Occurs in this task's prompt only: distinguishes the tasks of a conversation. */
  id: string;
  /** Absolute path. */
  file: string;
  /** Occurs once in the file. Free of slashes and quotes. */
  from: string;
  /** What takes its place. */
  to: string;
  /** For a shell. */
  command: string;
}

/** The user's request to an agent. */
export function promptOf({ id, file, from, to, command }: AgentTask): string {
  return `Task ${id}: read ${file}, replace "${from}" by "${to}" in it, then run: ${command}`;
}

/** What an agent's model says in the end. */
export function reportOf({ id }: AgentTask): string {
  return `Finished task ${id}.`;
}
