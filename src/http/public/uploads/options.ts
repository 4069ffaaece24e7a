import type { App } from '../../app.ts';
import { uploadMethods, uploadPath } from './signed.ts';
import { tusVersion } from './tus.ts';

export function optionsUploadRoute(app: App): void {
  app.options(uploadPath, { schema: { hide: true } }, async (request, reply) =>
    reply
      .code(204)
      .header('tus-resumable', tusVersion)
      .header('tus-version', tusVersion)
      .header('tus-extension', 'expiration')
      .header('tus-max-size', request.upload.size)
      .header('allow', uploadMethods)
      .send(),
  );
}
