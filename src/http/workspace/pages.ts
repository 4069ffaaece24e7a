import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { App } from '../app.ts';

/** Pages that links lead to. */
export const pagePaths = ['/welcome', '/invitation', '/reset-password'] as const;
type PagePath = (typeof pagePaths)[number];

/** What each page asks for and where it sends that. */
const pages: Record<PagePath, { title: string; lead: string; fields: string[]; send: string; done: string }> =
  {
    '/welcome': {
      title: 'Welcome to Filemill',
      lead: 'You are the first here. Say who you are: you become the owner of the first workspace.',
      fields: ['name', 'email', 'password'],
      send: 'welcome',
      done: 'You are signed in.',
    },
    '/invitation': {
      title: 'Join a workspace',
      lead: '',
      fields: ['name', 'password'],
      send: 'invitations/accept',
      done: 'You have joined, and are signed in.',
    },
    '/reset-password': {
      title: 'Choose a new password',
      lead: 'This ends every session of yours.',
      fields: ['password'],
      send: 'password-resets',
      done: 'Your password is changed. Sign in with it.',
    },
  };

const inputs: Record<string, string> = {
  name: '<label>Name <input name="name" required maxlength="200" autocomplete="name"></label>',
  email:
    '<label>E-mail <input name="email" type="email" required maxlength="254" autocomplete="username"></label>',
  password:
    '<label>Password <input name="password" type="password" required minlength="10" maxlength="128" autocomplete="new-password"><small>At least 10 characters.</small></label>',
};

/** The pages behind links that are shown once. The token stands after the `#`, so that no log and no Referer has it. */
export function pageRoutes(app: App): void {
  let template: Promise<string> | undefined;
  for (const path of pagePaths)
    app.get(path, { schema: { hide: true }, config: { open: true } }, async (_request, reply) => {
      template ??= readFile(new URL('./page.html', import.meta.url), 'utf8');
      const nonce = randomBytes(16).toString('base64');
      const { title, lead, fields, send, done } = pages[path];
      const parts: Record<string, string> = {
        title,
        lead,
        fields: fields.map(field => inputs[field]).join('\n'),
        send,
        done,
        nonce,
      };
      const html = (await template).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name]!);
      return reply
        .headers({
          'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
          'referrer-policy': 'no-referrer',
        })
        .type('text/html; charset=utf-8')
        .send(html);
    });
}
