import { marked } from 'marked';
import type { PreviewProps } from '../file.ts';
import { Frame } from '../frame.tsx';
import { WithText } from '../use-text.tsx';

const style = `<style>
  :root { color-scheme: light; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 720px; margin: 24px auto; padding: 0 24px; color: #1c2024; }
  pre { background: #f4f4f6; padding: 12px; overflow: auto; } code { font-size: .9em; }
  table { border-collapse: collapse; } td, th { border: 1px solid #d3d4db; padding: 4px 12px; text-align: start; }
  blockquote { margin-inline-start: 0; padding-inline-start: 16px; border-inline-start: 3px solid #d3d4db; color: #494d55; }
  img { max-width: 100%; }
</style>`;

/** Rendered Markdown. */
export default function MarkdownPreview({ file }: PreviewProps) {
  return (
    <WithText file={file}>
      {text => <Frame html={style + marked.parse(text, { async: false })} title={file.filename} />}
    </WithText>
  );
}
