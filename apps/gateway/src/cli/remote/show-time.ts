/** Formats Unix seconds as date and time in this machine's time zone; '' for 0. */
export function showTime(seconds: number): string {
  if (seconds <= 0) return '';
  const date = new Date(seconds * 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
