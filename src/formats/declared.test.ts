import { describe, expect, test } from 'vitest';
import {
  explainUndeclared,
  findDeclaredFormat,
  findFormatByType,
  makeOutputName,
  stripExtension,
} from './declared.ts';

test.each([
  ['a.png', 'a'],
  ['a.tar.gz', 'a.tar'],
  ['.png', '.png'],
  ['a', 'a'],
  ['\u2028.png', '\u2028'],
])('the stem of %j is %j', (filename, stem) => {
  expect(stripExtension(filename)).toBe(stem);
});

describe('an output name', () => {
  test('keeps the whole stem if there is room', () => {
    expect(makeOutputName('contract.pdf', '-01.png')).toBe('contract-01.png');
    expect(makeOutputName('contract.PDF.docx', '.pdf')).toBe('contract.pdf');
    expect(makeOutputName('.pdf.docx', '.pdf')).toBe('.pdf.pdf');
    expect(makeOutputName(`${'договор'.repeat(30)}.pdf`, '.txt')).toBe(`${'договор'.repeat(30)}.txt`);
  });

  test.each(['a', '名', '😀'])('is no longer than an input name may be: %s', letter => {
    const name = makeOutputName(`${letter.repeat(251)}.pdf`, '-1-title.html');
    expect([...name]).toHaveLength(255);
    expect(name.endsWith(`${letter}-1-title.html`)).toBe(true);
    expect(name.isWellFormed()).toBe(true);
  });
});

test.each([
  ['application/vnd.ms-excel', 'a.xls', 'xls'],
  ['application/vnd.ms-excel', 'a.csv', 'csv'],
  ['application/vnd.ms-excel', 'a.json', undefined],
  ['text/csv', 'a.xls', undefined],
  ['', 'a.xltx', 'xlsx'],
  ['', 'a.XLTM', 'xlsm'],
  ['', 'a.ots', 'ods'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.template', 'a.xltx', 'xlsx'],
  ['audio/x-wav', 'a.wav', 'wav'],
  ['audio/mpeg', 'a.MP3', 'mp3'],
  ['audio/mp4', 'a.m4a', 'm4a'],
  ['audio/x-m4a', 'a.m4b', 'm4a'],
  ['audio/mp4', 'a.mp4', 'mp4'],
  ['video/mp4', 'a.m4a', 'm4a'],
  ['video/mp4', 'a', 'mp4'],
  ['video/quicktime', 'a.mov', 'mov'],
  ['audio/ogg', 'a.opus', 'opus'],
  ['audio/ogg; codecs=opus', 'voice', 'ogg'],
  ['audio/ogg', 'a.oga', 'ogg'],
  ['audio/webm;codecs=opus', 'a.weba', 'webm'],
  ['audio/x-aiff', 'a.aif', 'aiff'],
  ['audio/x-matroska', 'a.mka', 'mkv'],
  ['audio/wav', 'a.mp3', undefined],
  ['video/webm', 'a.mkv', undefined],
])('content type “%s” with name %s is %s', (type, name, format) => {
  expect(findDeclaredFormat(type, name)).toBe(format);
});

test.each([
  ['application/octet-stream', 'a.xyz', 'Files of type .xyz are not supported (a.xyz).'],
  [
    'application/octet-stream',
    'letter',
    'The name letter does not say the format. Add its extension, such as .pdf or .png.',
  ],
  [
    'image/x-new',
    'a.png',
    'The content type image/x-new is not known here: correct it, or give application/octet-stream to go by the filename.',
  ],
  [
    'image/png',
    'a.pdf',
    'The content type image/png says png, the name a.pdf says pdf: correct one, or give application/octet-stream to go by the filename.',
  ],
])('explains why %s with name %s declares no format', (type, name, why) => {
  expect(explainUndeclared(type, name)).toBe(why);
});

test('a content type that Windows uses for two formats identifies neither', () => {
  expect(findFormatByType('application/vnd.ms-excel')).toBeUndefined();
  expect(findFormatByType('application/pdf')).toBe('pdf');
});
