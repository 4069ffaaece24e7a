import { describe, expect, it } from 'vitest';
import { openDocument } from './engine.ts';

const content = '1 0 0 rg 0 0 50 100 re f 0 0 1 rg 50 0 50 100 re f';
const pdf = (extra = '') => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R ${extra} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  return Buffer.from(
    `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\n`,
  );
};
const pixel = ({ data, width }: { data: Uint8Array; width: number }, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe('PDFium', () => {
  it('renders pixels in RGB order on white', async () => {
    const document = await openDocument(pdf('/CropBox [0 0 100 80]'));
    expect(document.pageCount).toBe(1);
    expect(document.pageSize(0)).toEqual({ width: 100, height: 80 });
    const page = document.render(0, 200, 160);
    expect(page.data).toHaveLength(200 * 160 * 3);
    expect(pixel(page, 20, 80)).toEqual([255, 0, 0]);
    expect(pixel(page, 180, 80)).toEqual([0, 0, 255]);
    document.close();
  });

  it('applies page rotation', async () => {
    const document = await openDocument(pdf('/Rotate 90'));
    const page = document.render(0, 100, 100);
    expect(pixel(page, 50, 10)).toEqual([255, 0, 0]);
    expect(pixel(page, 50, 90)).toEqual([0, 0, 255]);
    document.close();
  });

  it('reports an unreadable document or page, and continues to work', async () => {
    await expect(openDocument(Buffer.from('nothing'))).rejects.toMatchObject({ reason: 'unreadable_input' });
    const document = await openDocument(pdf());
    expect(() => document.render(7, 10, 10)).toThrow(expect.objectContaining({ reason: 'unreadable_input' }));
    expect(document.render(0, 10, 10).data).toHaveLength(300);
    document.close();
  });
});
