/** A call that a script wishes, with the arguments as a model writes them. */
export interface ScriptedCall {
  id: string;
  name: string;
  args: string;
}
