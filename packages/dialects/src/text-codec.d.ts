/**
 * Text codecs that every JavaScript runtime has, but the es2024 library does not declare. Only the parts used
 * by this package.
 */
declare class TextDecoder {
  constructor(
    label?: 'utf-8',
    options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
  );
  decode(bytes: Uint8Array): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare function atob(base64: string): string;
declare function btoa(latin1: string): string;
