import { describe, expect, it } from 'vitest';
import type { Document } from '../../model.ts';
import { BodyWriter } from './body.ts';
import { nameFont } from './fonts.ts';
import { formatStyles } from './styles.ts';

describe('styles of a Word file', () => {
  it('have the fonts, sizes and colours of the document', () => {
    const styles = formatStyles({
      body: { font: 'LiberationSerif', size: 10, bold: false, colour: 0 },
      headings: new Map([
        [1, { font: 'Helvetica', size: 20, bold: true, colour: 0x113344 }],
        [2, { font: 'F1', size: 14, bold: false, colour: 0xffffff }],
      ]),
    });
    const find = (id: string) => new RegExp(`w:styleId="${id}">.*?</w:style>`).exec(styles)![0];
    expect(styles).toMatch(/<w:docDefaults>.*w:ascii="Liberation Serif".*<w:sz w:val="20"\/>/);
    expect(find('Heading1')).toMatch(
      /w:ascii="Arial".*<w:b\/>.*<w:color w:val="113344"\/><w:sz w:val="40"\/>/,
    );
    // White headings stand on a dark ground, which is not kept.
    expect(find('Heading2')).not.toMatch(/w:ascii|<w:b\/>|w:color/);
    expect(find('Heading3')).toMatch(/<w:b\/>.*<w:sz w:val="24"\/>/);
  });

  it('have bold heads of tables, and figures at the right', () => {
    const cell = (text: string) => ({ runs: [{ text }], columns: 1, rows: 1 });
    const document: Document = {
      direction: 'ltr',
      hiddenTextRemoved: false,
      pages: [{ number: 1, width: 600, height: 800 }],
      blocks: [
        {
          ...{ kind: 'table', direction: 'ltr', source: 'layout', headerRows: 1 },
          places: [{ page: 1, box: { left: 50, top: 50, right: 500, bottom: 90 } }],
          rows: [
            [cell('Region'), cell('2026')],
            [cell('North 7'), cell('−1,313.50 €')],
          ],
        },
      ],
    };
    const cells = new BodyWriter(document, 450, () => undefined).write(document).match(/<w:tc>.*?<\/w:tc>/g)!;
    expect(cells.map(each => /<w:b\/>/.test(each))).toEqual([true, true, false, false]);
    expect(cells.map(each => /w:val="right"/.test(each))).toEqual([false, true, false, true]);
  });

  it.each([
    ['ABCDEF+TimesNewRomanPSMT', 'Times New Roman'],
    ['ArialMT', 'Arial'],
    ['OpenSans-SemiBold', 'Open Sans'],
    ['DejaVuSansMono', 'DejaVu Sans Mono'],
    ['CenturyGothic', 'Century Gothic'],
    ['Calibri', 'Calibri'],
    ['CMR10', 'Times New Roman'],
    ['F1', undefined],
    ['g_d0_f12', undefined],
    ['', undefined],
  ])('name the family of %s', (name, family) => {
    expect(nameFont(name)).toBe(family);
  });
});
