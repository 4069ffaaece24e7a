import { Type } from 'typebox';
import { conversionOptions } from '../../../engines/conversion-options.ts';
import { parsePages } from '../../../engines/page-spans.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { documentTab } from '../tabs.ts';
import {
  pageFormats,
  pageLimits,
  requireSendable,
  resolvePage,
  strictOptions,
  styleOptions,
  visitorForm,
  visitorOptions,
  waitOptions,
} from '../web-pages/options.ts';
import { verb } from './verb.ts';

const makeTemplate = (title: string, place: string) =>
  Type.Optional(
    Type.String({
      title,
      'x-group': 'Pages',
      description: `HTML for the ${place} margin of every page. Elements with the classes \`pageNumber\`, \`totalPages\`, \`title\` and \`date\` are filled in.`,
      minLength: 1,
      maxLength: 20_000,
      examples: ['<div style="text-align:center">Page <span class="pageNumber"></span></div>'],
    }),
  );

/** Tells whether pages are named in ascending order, each once. Those from the end come last. */
function isAscending(pages: string): boolean {
  const rank = (page: number) => (page < 0 ? 1e9 + page : page);
  const numbers = parsePages(pages).flatMap(([first, last]) =>
    first === last ? [rank(first)] : [rank(first), rank(last)],
  );
  return numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);
}

export const job = defineJobType({
  id: 'html-to-pdf',
  tabs: [documentTab],
  title: 'Web page to PDF',
  summary:
    'Prints a web page with the layout, fonts and scripts of a browser: an HTML file, a web archive (MHTML), a zip of a page with its files, or an address (if the operator allows it).',
  accepts: pageFormats,
  inputs: 'one',
  verb,
  suggestedFor: [
    { inputs: ['mhtml'], rank: 10 },
    { inputs: ['html'], rank: 15 },
  ],
  limits: pageLimits,
  options: Type.Object(
    {
      pageSize: conversionOptions.pageSize,
      orientation: conversionOptions.orientation,
      margins: conversionOptions.margins,
      scale: Type.Number({
        'x-group': 'Pages',
        description: 'The size of everything on the page; 0.5 is half.',
        minimum: 0.1,
        maximum: 2,
        default: 1,
      }),
      header: makeTemplate('Header', 'top'),
      footer: makeTemplate('Footer', 'bottom'),
      media: Type.Union([Type.Literal('print'), Type.Literal('screen')], {
        title: 'Styles',
        description: "Which of the page's styles apply: those for printing, or those for the screen.",
        default: 'print',
      }),
      background: Type.Boolean({
        description: 'Print background colours and pictures.',
        default: true,
      }),
      ...styleOptions,
      ...waitOptions,
      ...strictOptions,
      ...visitorOptions,
      pages: conversionOptions.pages,
      singlePage: Type.Optional(
        Type.Boolean({
          title: 'One long page',
          'x-default': false,
          'x-group': 'Pages',
          description:
            'Print everything on one page, as long as the content. It is wider than the paper if the content is.',
        }),
      ),
      outline: Type.Boolean({
        title: 'Bookmarks for headings',
        'x-group': 'Pages',
        description: 'Add a bookmark for each heading.',
        default: true,
      }),
      tagged: Type.Boolean({
        title: 'Tagged PDF',
        'x-group': 'Pages',
        description: 'Mark headings, lists, tables and images for screen readers (tagged PDF).',
        default: true,
      }),
      javascript: Type.Boolean({
        title: 'Run scripts',
        'x-group': 'Scripts',
        description: 'Run the scripts of the page, for at most 30 seconds.',
        default: true,
      }),
    },
    { additionalProperties: false },
  ),
  form: {
    scale: { help: 'The size of everything on the page; 0.5 is half.' },
    header: { help: 'HTML for the top margin of every page.' },
    footer: { help: 'HTML for the bottom margin of every page.' },
    media: { help: 'Use the styles for printing, or those for the screen.' },
    waitFor: { help: 'Wait until an element matches this CSS selector.' },
    ...visitorForm,
  },
  resolve: ({ input, options }) => {
    if (options.pages !== undefined && !isAscending(options.pages))
      throw new Refusal('options.pages', '`options.pages` must name pages in ascending order, each once.');
    if (options.pages !== undefined && options.singlePage)
      throw new Refusal('options.pages', '`options.pages` cannot be combined with `options.singlePage`.');
    if (options.waitForExpression !== undefined && !options.javascript)
      throw new Refusal(
        'options.waitForExpression',
        '`options.waitForExpression` requires scripts: leave `options.javascript` out.',
      );
    requireSendable(input, options);
    return { outputs: ['pdf'], count: 'one', ...resolvePage(input, ['chromium']) };
  },
});
