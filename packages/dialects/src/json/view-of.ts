let viewed: Uint8Array = new Uint8Array();
let view: DataView = new DataView(viewed.buffer);

/**
 * Returns a view of bytes; the same as the last time if the bytes are. A chunk of a stream holds several
 * events, and creating a view for each takes as long as comparing it.
 */
export function viewOf(bytes: Uint8Array): DataView {
  if (bytes !== viewed) {
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    viewed = bytes;
  }
  return view;
}
