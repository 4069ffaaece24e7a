import { useRef } from 'react';
import classes from './preview.module.css';

/**
 * Untrusted HTML in a document of its own: an opaque origin, no scripts, no network. The frame's policy comes from the
 * service (src/http/web); its only script inserts the HTML it receives.
 */
export function Frame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      sandbox="allow-scripts"
      src={new URL('preview-frame', document.baseURI).href}
      onLoad={() => frame.current?.contentWindow?.postMessage({ html }, '*')}
    />
  );
}
