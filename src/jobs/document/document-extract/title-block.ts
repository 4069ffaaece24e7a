import { readHtml } from '../../../documents/read-html.ts';

const block = /<header id="title-block-header">\s*(<h1 class="title">[\s\S]*?<\/h1>)[\s\S]*?<\/header>/;

/** Separates a page from the block with its title and authors that Pandoc writes above the text. */
export function takeOutTitleBlock(page: string): { page: string; title?: string } {
  const [whole, heading = ''] = block.exec(page) ?? [];
  if (whole === undefined) return { page };
  const [read] = readHtml(heading).blocks;
  const title = read?.kind === 'heading' ? read.runs.map(({ text }) => text).join('') : '';
  return { page: page.replace(whole, () => ''), ...(title !== '' && { title }) };
}
