/** npm scripts run the Node that the repository pins; whoever starts a file by hand with an older one is told. */
export function requireNode(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 24) return;
  process.stderr.write(
    `Tollgate needs Node 24, this is ${process.version}. Run it through npm (npm start, npm test): the right Node is among its dependencies.\n`,
  );
  process.exit(1);
}
