import { useRef } from 'react';
import classes from './preview.module.css';

/**
 * Somebody's HTML in a document of its own: an opaque origin, no script, nothing fetched from anywhere. The frame's own
 * policy is the service's (src/http/web); its one script only puts in what it is sent.
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
