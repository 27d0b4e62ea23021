import type { JsonObject } from '../json-object.ts';
import type { DeclaredTool } from './agent-request.ts';
import type { AgentTask } from './agent-task.ts';

/** The steps of a task, in order. */
export const STEPS = ['read', 'edit', 'run'] as const;
export type Step = (typeof STEPS)[number];

/** Tools for a step by the names agents give them, preferred ones first. */
const NAMES: Readonly<Record<Step, RegExp>> = {
  read: /^(read|read_file|read_files|view)$/i,
  edit: /^(edit|edit_file|replace|replace_in_file|str_replace|editor|apply_patch)$/i,
  run: /^(bash|shell|run_shell_command|execute_command|run_commands?|exec_command|shell_command)$/i,
};

/**
 * Returns the call that performs a step: of the tool made for it, or else of the shell; undefined if neither
 * is declared.
 */
export function callForStep(
  step: Step,
  task: AgentTask,
  tools: readonly DeclaredTool[],
): { name: string; args: string } | undefined {
  const tool = tools.find(({ name }) => NAMES[step].test(name));
  if (tool) return { name: tool.name, args: argumentsFor(tool, task, task.command) };
  const shell = tools.find(({ name }) => NAMES.run.test(name));
  return shell && { name: shell.name, args: argumentsFor(shell, task, shellCommand(step, task)) };
}

function shellCommand(step: Step, { file, from, to, command }: AgentTask): string {
  if (step === 'read') return `cat ${file}`;
  return step === 'edit' ? `sed -i 's/${from}/${to}/' ${file}` : command;
}

function argumentsFor({ schema }: DeclaredTool, task: AgentTask, command: string): string {
  return schema ? JSON.stringify(fill(schema, task, command)) : patchOf(task);
}

/** Names that coding agents give to arguments for which a task has values. */
const VALUES: readonly (readonly [RegExp, (task: AgentTask, command: string) => string])[] = [
  [/^(file_?path|path|absolute_?path|target_?file|filename)$/i, ({ file }) => file],
  [/^(old_?(string|str|text)|search)$/i, ({ from }) => from],
  [/^(new_?(string|str|text)|replace)$/i, ({ to }) => to],
  [/^(command|cmd|commands)$/i, (_task, command) => command],
  [/^(input|patch|patchText|diff)$/i, (task) => patchOf(task)],
];

/** Builds a value for a schema: known names get the task's values, others are filled only if required. */
function fill(schema: JsonObject, task: AgentTask, command: string): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonObject>;
  const required = (schema['required'] ?? []) as string[];
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const known = VALUES.find(([names]) => names.test(name))?.[1](task, command);
      if (known === undefined && !required.includes(name)) return [];
      return [[name, valueFor(property, known, task, command)]];
    }),
  );
}

function valueFor(
  property: JsonObject,
  known: string | undefined,
  task: AgentTask,
  command: string,
): unknown {
  const { enum: allowed, anyOf } = property as { enum?: unknown[]; anyOf?: JsonObject[] };
  if (allowed && !allowed.includes(known)) return allowed[0];
  const type = [property['type']].flat()[0];
  if (type === undefined && anyOf?.[0]) return valueFor(anyOf[0], known, task, command);
  switch (type) {
    case 'array': {
      const { items = {}, prefixItems } = property as { items?: JsonObject; prefixItems?: unknown };
      if (prefixItems) return [];
      // A shell that takes a list of arguments.
      if (known === command && items['type'] === 'string') return [known];
      return [valueFor(items, known, task, command)];
    }
    case 'object':
      return fill(property, task, command);
    case 'number':
    case 'integer':
      return property['minimum'] ?? 1;
    case 'boolean':
      return false;
    default:
      return known ?? 'the task';
  }
}

/** In the format of Codex' apply_patch. */
function patchOf({ file, from, to }: AgentTask): string {
  return `*** Begin Patch\n*** Update File: ${file}\n@@\n-${from}\n+${to}\n*** End Patch`;
}
