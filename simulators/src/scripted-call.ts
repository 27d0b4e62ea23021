/** A call set by a script, with the arguments as a model writes them. */
export interface ScriptedCall {
  id: string;
  name: string;
  args: string;
}
