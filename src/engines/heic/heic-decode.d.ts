declare module 'heic-decode' {
  interface Decoded {
    width: number;
    height: number;
    data: Uint8ClampedArray;
  }
  interface Image {
    width: number;
    height: number;
    decode(): Promise<Decoded>;
  }
  const decode: { all(options: { buffer: Uint8Array }): Promise<Image[] & { dispose(): void }> };
  export default decode;
}
