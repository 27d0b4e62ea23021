import type { ProfileFile, ProfileRow } from './read-profile.ts';

/**
 * Renders the profile as text: one line per file, followed by one per function with its share of the busy
 * time.
 */
export function renderProfile(files: readonly ProfileFile[]): string {
  return files.map(renderFile).join('\n');
}

function renderFile({ file, selfMs, rows }: ProfileFile): string {
  return [`${milliseconds(selfMs)}  ${file}`, ...rows.map(renderRow)].join('\n');
}

function renderRow({ share, selfMs, functionName, line }: ProfileRow): string {
  const percent = `${(share * 100).toFixed(1).padStart(5)} %`;
  return `  ${percent}  ${milliseconds(selfMs)}  ${functionName}${line > 0 ? `:${line}` : ''}`;
}

function milliseconds(value: number): string {
  return `${value.toFixed(0).padStart(6)} ms`;
}
