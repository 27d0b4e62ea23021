import type { Plugin } from 'vite';

/**
 * Marks the constants of the contract as free of side effects, so that the build leaves out the schemas that
 * no page uses. The server validates; a page that only needs `USER_ENABLED` would otherwise carry the schemas
 * of its file, and zod for them.
 */
export function pureContract(): Plugin {
  return {
    name: 'tollgate:pure-contract',
    apply: 'build',
    // Only then is the code JavaScript, which the bundler parses.
    enforce: 'post',
    transform: {
      filter: { id: /packages\/contract\/src\/.*\.ts$/ },
      handler(code) {
        let marked = code;
        // From the end, so that earlier positions stay valid.
        for (const { start, end } of findCalls(this.parse(code)).toReversed())
          marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => ${marked.slice(start, end)})()${marked.slice(end)}`;
        return marked;
      },
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the calls that top-level constants are initialized with, in order. */
function findCalls({ body }: { body: readonly object[] }): Node[] {
  return (body as Declaration[])
    .map((statement) => statement.declaration ?? statement)
    .flatMap(({ kind, declarations = [] }) => (kind === 'const' ? declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
}

interface Declaration {
  readonly kind?: string;
  readonly declaration?: Declaration | null;
  readonly declarations?: readonly { init: Node | null }[];
}
