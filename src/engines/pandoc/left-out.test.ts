import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeZip } from '../../containers/write-zip.ts';
import { findLeftOut } from './left-out.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-left-out-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function leftOutOf(format: 'docx' | 'odt', parts: Record<string, string>): Promise<string[]> {
  const files = Object.entries(parts).map(([name, content], index) => {
    const path = join(dir, `part-${index}`);
    writeFileSync(path, content);
    return { name, path };
  });
  const path = join(dir, 'document');
  await writeZip(path, files);
  return findLeftOut(path, format, Object.keys(parts));
}

const word = (parts: Record<string, string>) =>
  leftOutOf('docx', { 'word/document.xml': '<w:document><w:p/></w:document>', ...parts });
const pageNumber =
  '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> DATE </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>May</w:t><w:fldChar w:fldCharType="end"/></w:r>';

test.each([
  ['nothing', {}, []],
  [
    'comments',
    { 'word/comments.xml': '<w:comments><w:comment w:id="0"/></w:comments>' },
    ['comments_left_out'],
  ],
  ['an empty list of comments', { 'word/comments.xml': '<w:comments></w:comments>' }, []],
  [
    'deleted text',
    { 'word/document.xml': '<w:document><w:p><w:del w:id="1"/></w:p></w:document>' },
    ['changes_accepted'],
  ],
  ['a chart', { 'word/charts/chart1.xml': '<c/>' }, ['charts_left_out']],
  ['a letterhead', { 'word/header1.xml': '<w:hdr><w:r><w:t>Acme</w:t></w:r></w:hdr>' }, ['headers_left_out']],
  ['a logo', { 'word/footer2.xml': '<w:ftr><w:drawing></w:drawing></w:ftr>' }, ['headers_left_out']],
  [
    'page numbers',
    {
      'word/footer1.xml': `<w:ftr><w:r><w:t>Page </w:t></w:r>${pageNumber}<w:r><w:t> of 3</w:t></w:r></w:ftr>`,
    },
    [],
  ],
  ['a damaged part', { 'word/comments.xml': '<w:comments><w:comment' }, []],
])('finds %s beside the text of a Word file', async (_, parts, expected) => {
  expect(await word(parts)).toEqual(expected);
});

test('finds comments, tracked changes and headers beside an OpenDocument text', async () => {
  const styles = (header: string) =>
    `<o><style:master-page><style:header><text:p>${header}</text:p></style:header></style:master-page></o>`;
  const content = '<o><office:annotation/><text:changed-region></text:changed-region></o>';
  const number = 'Page <text:page-number>1</text:page-number>';
  expect(await leftOutOf('odt', { 'content.xml': content, 'styles.xml': styles('Acme') })).toEqual([
    'comments_left_out',
    'changes_accepted',
    'headers_left_out',
  ]);
  expect(await leftOutOf('odt', { 'content.xml': '<o/>', 'styles.xml': styles(number) })).toEqual([]);
});
