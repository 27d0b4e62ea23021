export function LogsPage() { return null; }
