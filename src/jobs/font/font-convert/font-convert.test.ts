import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-fonts-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Makes fonts of three letters, a triangle, a square and the triangle again by reference, with each kind of outlines. */
const script = `
import sys
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
shapes = {".notdef": [], "A": [(0, 0), (250, 700), (500, 0)], "B": [(0, 0), (0, 500), (500, 500), (500, 0)]}
shapes["C"] = shapes["A"]
def draw(pen, points):
    if points:
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()
for kind in ("ttf", "otf"):
    builder = FontBuilder(1000, isTTF=kind == "ttf")
    builder.setupGlyphOrder(list(shapes))
    builder.setupCharacterMap({65: "A", 66: "B", 67: "C"})
    glyphs = {}
    for name, points in shapes.items():
        pen = TTGlyphPen({"A": None}) if kind == "ttf" else T2CharStringPen(600, None)
        if name == "C" and kind == "ttf":
            pen.addComponent("A", (1, 0, 0, 1, 0, 0))
        else:
            draw(pen, points)
        glyphs[name] = pen.glyph() if kind == "ttf" else pen.getCharString()
    builder.setupGlyf(glyphs) if kind == "ttf" else builder.setupCFF("Test", {}, glyphs, {})
    builder.setupHorizontalMetrics({name: (600, 0) for name in shapes})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Test", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(f"{sys.argv[1]}/a.{kind}")
`;
beforeAll(() => void execFileSync('/usr/bin/python3', ['-c', script, dir]));

async function convert(name: string, options: Record<string, unknown>) {
  await using result = await runJob(job, run, join(dir, name), options);
  const [output] = result.outputs;
  return { bytes: readFileSync(output!.path), output: output! };
}

/** Measures the letters of a font: their widths and the areas inside their outlines, which are negative if drawn clockwise. */
const measuring = `
import json, sys
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont
glyphs = TTFont(sys.argv[1]).getGlyphSet()
areas = []
for name in "ABC":
    pen = AreaPen(glyphs)
    glyphs[name].draw(pen)
    areas.append([glyphs[name].width, pen.value])
print(json.dumps(areas))
`;
const measure = (name: string): [number, number][] =>
  JSON.parse(execFileSync('/usr/bin/python3', ['-c', measuring, join(dir, name)], { encoding: 'utf8' }));

test('converts fonts to web fonts and back', async () => {
  for (const [to, magic] of [
    ['woff', 'wOFF'],
    ['woff2', 'wOF2'],
  ] as const) {
    const { bytes, output } = await convert('a.ttf', { outputFormat: to });
    expect(bytes.toString('latin1', 0, 4)).toBe(magic);
    expect(output).toMatchObject({ filename: `a.${to}`, metadata: { characters: 3, family: 'Test' } });
    writeFileSync(join(dir, `b.${to}`), bytes);
    const back = await convert(`b.${to}`, { outputFormat: 'ttf' });
    expect(back.output.metadata).toMatchObject({ glyphs: 4, characters: 3 });
  }
});

test('keeps only the requested characters', async () => {
  expect((await convert('a.ttf', { outputFormat: 'ttf', text: 'A' })).output.metadata).toMatchObject({
    glyphs: 2,
    characters: 1,
  });
  expect(
    (await convert('a.otf', { outputFormat: 'woff2', unicodes: 'U+0044-0050,U+0042' })).output.metadata,
  ).toMatchObject({
    characters: 1,
  });
  await expect(convert('a.ttf', { outputFormat: 'ttf', text: 'ж' })).rejects.toMatchObject({
    id: 'characters_missing',
  });
});

test('converts PostScript outlines to TrueType and back', async () => {
  const { bytes } = await convert('a.otf', { outputFormat: 'ttf' });
  expect(bytes.readUInt32BE(0)).toBe(0x00010000);
  writeFileSync(join(dir, 'c.ttf'), bytes);
  expect((await convert('c.ttf', { outputFormat: 'woff2', text: 'B' })).output.metadata).toMatchObject({
    glyphs: 2,
  });
  const postscript = (await convert('a.ttf', { outputFormat: 'otf' })).bytes;
  expect(postscript.toString('latin1', 0, 4)).toBe('OTTO');
  writeFileSync(join(dir, 'c.otf'), postscript);
  // PostScript draws outlines in the other direction.
  expect(measure('c.otf')).toEqual(measure('a.ttf').map(([width, area]) => [width, -area]));
  writeFileSync(join(dir, 'broken.ttf'), bytes.subarray(0, 200));
  await expect(convert('broken.ttf', { outputFormat: 'woff' })).rejects.toMatchObject({
    id: 'unreadable_input',
  });
});
