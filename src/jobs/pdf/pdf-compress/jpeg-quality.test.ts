import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { estimateJpegQuality } from './jpeg-quality.ts';

const written = (options: object, channels: 1 | 3 = 3): Promise<Buffer> => {
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#48c' } });
  return (channels === 1 ? picture.greyscale() : picture).jpeg(options).toBuffer();
};

describe('jpegQuality', () => {
  it.each([20, 40, 55, 63, 75, 90, 97])(
    'estimates the quality of a file written with quality %i',
    async quality => {
      for (const file of [
        await written({ quality, chromaSubsampling: '4:2:0' }),
        await written({ quality, progressive: true }),
        await written({ quality }, 1),
      ])
        expect(Math.abs(estimateJpegQuality(file)! - quality)).toBeLessThan(1.5);
    },
  );

  it('estimates nothing for 4:4:4 chroma or for files that are not JPEG', async () => {
    expect(estimateJpegQuality(await written({ quality: 50, chromaSubsampling: '4:4:4' }))).toBeUndefined();
    expect(estimateJpegQuality(Buffer.from('no such thing'))).toBeUndefined();
    const whole = await written({ quality: 50 });
    for (let length = 0; length < 200; length += 7)
      expect(() => estimateJpegQuality(whole.subarray(0, length))).not.toThrow();
  });
});
