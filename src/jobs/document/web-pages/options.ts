import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { browserHost, webHost } from '../../../engines/browser-host.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { Refusal, webAccess } from '../../job-type.ts';

/** The formats that hold a page, alone or with its files, or its address. */
export const pageFormats = ['html', 'mhtml', 'zip', 'url'] as const satisfies readonly FormatId[];

/** Returns what a job that shows a page needs: access to the web only for an address. */
export const resolvePage = (input: FormatId, engines: string[]): { engines: string[]; host: string } =>
  input === 'url' ? { engines: [...engines, webAccess], host: webHost } : { engines, host: browserHost };

/** The limits of a job that shows a page. A browser takes more memory than most engines. */
export const pageLimits = { seconds: 600, memoryMb: 3072 };

/** Options to wait for a page that builds itself by scripts. */
export const waitOptions = {
  waitFor: Type.Optional(
    Type.String({
      title: 'Wait for element',
      'x-group': 'Scripts',
      description:
        'A CSS selector. The page is ready when an element matches it, at most 15 seconds after loading.',
      minLength: 1,
      maxLength: 1000,
      examples: ['#chart svg'],
    }),
  ),
  waitForExpression: Type.Optional(
    Type.String({
      title: 'Wait for expression',
      'x-group': 'Scripts',
      description:
        'A JavaScript expression, evaluated in the page. The page is ready when it is true, or a promise of true, at most 15 seconds after loading.',
      minLength: 1,
      maxLength: 2000,
      examples: ["window.status === 'ready'"],
    }),
  ),
  waitMs: Type.Optional(
    Type.Integer({
      title: 'Wait (ms)',
      'x-group': 'Scripts',
      description: 'Milliseconds to wait after the page is ready.',
      minimum: 0,
      maximum: 20_000,
    }),
  ),
};

const visible = '^[\\x20-\\x7e]*$';

/** Options for a page that only known visitors see. They apply to an address. */
export const visitorOptions = {
  headers: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 100 }),
      Type.String({ pattern: visible, maxLength: 8000, description: 'Printable ASCII characters.' }),
      {
        title: 'Request headers',
        'x-group': 'Sign-in',
        description:
          'For an address: headers that are sent with each request to its origin (scheme, host and port), and to no other.',
        writeOnly: true,
        maxProperties: 50,
        examples: [{ Authorization: 'Bearer …' }],
      },
    ),
  ),
  cookies: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[A-Za-z0-9_.-]+$', maxLength: 200 }),
      Type.String({
        pattern: '^[\\x21-\\x3a\\x3c-\\x7e]*$',
        maxLength: 4000,
        description: 'Printable ASCII characters without spaces and semicolons.',
      }),
      {
        title: 'Cookies',
        'x-group': 'Sign-in',
        description: 'For an address: cookies of its host, by their names.',
        writeOnly: true,
        maxProperties: 50,
        examples: [{ session: 'd1c2…' }],
      },
    ),
  ),
};

/** Forms show them only for an address. */
export const visitorForm = {
  headers: { help: 'Sent to the server of the page only.', shownWhen: { input: ['url'] } },
  cookies: { help: 'Cookies of the host of the page.', shownWhen: { input: ['url'] } },
};

/** Headers that the browser sets itself, or that would change how a request is transferred. */
const ownHeaders =
  /^(host|cookie|connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade|expect|(proxy|sec)-.*)$/i;

/** Refuses headers and cookies that would not be sent. */
export function requireSendable(
  input: FormatId,
  { headers, cookies }: { headers?: Record<string, string>; cookies?: Record<string, string> },
): void {
  for (const [name, value] of Object.entries({ headers, cookies }))
    if (value && input !== 'url')
      throw new Refusal(
        `options.${name}`,
        `\`options.${name}\` is only for pages that are fetched by their address.`,
      );
  const refused = Object.keys(headers ?? {}).find(name => ownHeaders.test(name));
  if (refused !== undefined)
    throw new Refusal(
      'options.headers',
      /^cookie$/i.test(refused)
        ? 'Give cookies in `options.cookies`.'
        : `The header ${refused} is set by the browser. Leave it out of \`options.headers\`.`,
    );
}

/** Options that decide which of a page's styles apply. */
export const styleOptions = {
  colorScheme: Type.Optional(
    oneOf(['light', 'dark'], {
      title: 'Colours',
      description: 'The colour scheme to show, if the page has a light and a dark one.',
    }),
  ),
  reducedMotion: Type.Optional(
    Type.Boolean({ 'x-default': false, description: 'Ask the page to avoid animations.' }),
  ),
};

/** Options that turn what goes wrong in a page into a failure of the job. */
export const strictOptions = {
  failOnMissingResources: Type.Optional(
    Type.Boolean({
      title: 'Fail if files are missing',
      'x-default': false,
      'x-group': 'Scripts',
      description: 'Fail if a file of the page cannot be loaded, instead of listing it in the result.',
    }),
  ),
  failOnScriptErrors: Type.Optional(
    Type.Boolean({
      title: 'Fail on script errors',
      'x-default': false,
      'x-group': 'Scripts',
      description: 'Fail if a script of the page throws an error that it does not catch.',
    }),
  ),
};
