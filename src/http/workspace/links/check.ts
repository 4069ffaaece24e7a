import { Type } from 'typebox';
import { ApiError } from '../../../contract/errors.ts';
import { requireOpenLink } from '../../../domain/people/accounts/links.ts';
import { throttle } from '../../../domain/people/accounts/throttle.ts';
import type { App, Services } from '../../app.ts';
import { identifyVisitor } from '../visitor.ts';

const CheckedLink = Type.Object(
  {
    purpose: Type.Union([Type.Literal('first_user'), Type.Literal('password_reset')]),
    token: Type.String({ maxLength: 200 }),
  },
  { additionalProperties: false },
);

/** Tells the page whether a link can be used before it shows a form. It is for the page only, so it is not documented. */
export function checkLinkRoute(app: App, services: Services): void {
  app.post(
    '/links/check',
    { config: { open: true }, schema: { hide: true, body: CheckedLink } },
    async request => {
      const { purpose, token } = request.body;
      try {
        await throttle(services.db, identifyVisitor(request, services.publicUrl), () =>
          requireOpenLink(services.db, purpose, token),
        );
        return { open: true };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_signature') return { open: false };
        throw error;
      }
    },
  );
}
