import type { PreviewProps } from '../file.ts';
import { Frame } from '../frame.tsx';
import { WithText } from '../use-text.tsx';

export default function HtmlPreview({ file }: PreviewProps) {
  return <WithText file={file}>{text => <Frame html={text} title={file.filename} />}</WithText>;
}
