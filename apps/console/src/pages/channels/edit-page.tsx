export function ChannelEditPage() { return null; }
