import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, expect, test } from 'vitest';
import { decodeWhole } from './encoding.ts';
import { detectHtmlEncoding } from './html-encoding.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-encoding-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Short texts, because lists of names give few hints about their language. */
const texts: [encoding: string, text: string][] = [
  ['utf-8', 'ünï,😀\n'],
  ['utf-16le', '\ufeffa,b\né,日\n'],
  ['utf-16be', '\ufeffa,b\né,日\n'],
  ['utf-16le', 'no mark,here\né,1\n'],
  ['utf-32le', '\ufeffa,日\n'],
  ['iso-8859-1', 'a\né\n'],
  ['iso-8859-1', 'prénom;ville\nFrançois;Besançon\nHélène;Orléans\n'],
  ['iso-8859-1', 'Straße,Größe\nMünchen,Köln\n'],
  ['iso-8859-1', 'peça,ação\nSão Paulo,Conceição\n'],
  ['windows-1252', 'a,b\n“q”,€5 – ok\n'],
  ['windows-1250', 'jméno,město\nJiří Dvořák,Plzeň\nŁukasz,Łódź\n'],
  ['windows-1250', 'stát,město\nNěmecko,Berlín\nŘecko,Athény\nŠpanělsko,Madrid\n'],
  ['windows-1250', 'zemlja,broj\nNjemačka,1\nMađarska,2\nŠpanjolska,3\n'],
  ['iso-8859-2', 'jméno,město\nŁukasz,Łódź\nBożena,Gdańsk\n'],
  ['macintosh', 'nom,ville\nJosé,Orléans\nZoë,Besançon\n'],
  ['windows-1254', 'ad,şehir\nOğuz,İstanbul\nÇağla,Muğla\n'],
  ['windows-1251', 'имя,город\nИван,Москва\nМария,Санкт-Петербург\n'],
  ['koi8-r', 'имя,город\nИван,Москва\nМария,Санкт-Петербург\n'],
  ['cp866', 'имя,город\nИван,Москва\nМария,Санкт-Петербург\n'],
  ['windows-874', 'ชื่อ,เมือง\nสมชาย,กรุงเทพ\nสมหญิง,เชียงใหม่\n'],
  ['windows-1253', 'όνομα,πόλη\nΓιώργος,Αθήνα\n'],
  ['windows-1255', 'שם,עיר\nדוד,ירושלים\n'],
  ['windows-1256', 'اسم,مدينة\nمحمد,القاهرة\n'],
  ['shift_jis', '名前,住所\n山田太郎,東京都千代田区\nカタカナ,ひらがな\n'],
  ['shift_jis', '名前,ﾌﾘｶﾞﾅ\n山田太郎,ﾔﾏﾀﾞ ﾀﾛｳ\n鈴木,ｽｽﾞｷ\n'],
  ['euc-jp', '名前,住所\n山田さん,東京都へようこそ\n'],
  ['gb18030', '姓名,城市\n张三,北京市\n李四,上海市\n'],
  ['big5', '姓名,城市\n張三,臺北市\n李四,高雄市\n'],
  ['euc-kr', '이름,도시\n김철수,서울특별시\n이영희,부산광역시\n'],
];

test.each(texts)('recognises %s: %j', async (encoding, text) => {
  const path = join(dir, 'a.csv');
  writeFileSync(path, iconv.encode(text, encoding));
  expect(await decodeWhole(path, 1000)).toBe(text.replace('\ufeff', ''));
});

test('detects the encoding from a letter late in a file', async () => {
  const path = join(dir, 'late.csv');
  const text = `${'plain,text\n'.repeat(100_000)}Zürich,Genève\n`;
  writeFileSync(path, iconv.encode(text, 'iso-8859-1'));
  expect((await decodeWhole(path, 2_000_000)).slice(-14)).toBe('Zürich,Genève\n');
});

const japanese = '\x1b$BF|K\\\x1b(B';

test('recognises ISO-2022-JP by its escape sequences', async () => {
  const path = join(dir, 'mail.txt');
  writeFileSync(path, `to: ${japanese}\n`);
  expect(await decodeWhole(path, 100)).toBe('to: 日本\n');
});

test.each([
  ['iso-2022-jp', Buffer.from(japanese), '日本'],
  ['x-mac-roman', iconv.encode('déjà vu', 'macintosh'), 'déjà vu'],
  ['x-sjis', iconv.encode('日本', 'shift_jis'), '日本'],
  ['latin1', iconv.encode('“a” – é', 'windows-1252'), '“a” – é'],
  ['cp850', iconv.encode('Åse', 'cp850'), 'Åse'],
  ['nothing-known', iconv.encode('prénom François', 'latin1'), 'prénom François'],
])('reads a page that declares %s as browsers do', async (charset, bytes, text) => {
  const path = join(dir, 'page.html');
  writeFileSync(path, Buffer.concat([Buffer.from(`<meta charset="${charset}"><p>`), bytes]));
  expect(await decodeWhole(path, 1000, await detectHtmlEncoding(path))).toContain(`<p>${text}`);
});
