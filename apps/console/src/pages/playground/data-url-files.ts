/** Converts images from data URLs to files for uploading. */
export function toFiles(dataUrls: readonly string[]): File[] {
  return dataUrls.map((url, index) => {
    const [head = '', data = ''] = url.split(',');
    const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png';
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    return new File([bytes], `picture-${index + 1}.${type.replace('image/', '')}`, { type });
  });
}
