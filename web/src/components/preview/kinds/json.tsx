import { useMemo, useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import { chooseKind, type PreviewProps } from '../file.ts';
import classes from '../preview.module.css';
import { WithText } from '../use-text.tsx';
import { BlocksPreview, readBlocks } from './blocks.tsx';
import { readTranscript, Transcript } from './transcript.tsx';

/** More members are shown on request. */
const shownAtOnce = 100;

/** A short excerpt of a collapsed value. */
const brief = 160;

/** JSON as a tree, as a transcript, or as the blocks of a document over its pages. */
export default function JsonPreview({ file, source }: PreviewProps) {
  return <WithText file={file}>{text => <Parsed text={text} file={file} source={source} />}</WithText>;
}

function Parsed({ text, source }: PreviewProps & { text: string }) {
  const value = useMemo(() => {
    try {
      const json: unknown = JSON.parse(text);
      return { json, cues: readTranscript(json), blocks: readBlocks(json) };
    } catch {
      return undefined;
    }
  }, [text]);
  if (!value) return <pre className={classes.text}>{text}</pre>;
  if (value.cues) return <Transcript cues={value.cues} source={source} />;
  if (value.blocks && source && chooseKind(source) === 'pdf')
    return <BlocksPreview document={value.blocks} source={source} />;
  return (
    <div className={classes.tree}>
      <Node value={value.json} open />
    </div>
  );
}

function Node({ name, value, open = false }: { name?: string; value: unknown; open?: boolean }) {
  const [shown, setShown] = useState(shownAtOnce);
  const [isOpen, setIsOpen] = useState(open);
  const key = name !== undefined && <span className={classes.key}>{name}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div>
        {key}
        <span className={typeof value === 'string' ? classes.string : classes.literal}>
          {JSON.stringify(value)}
        </span>
      </div>
    );
  const members = Object.entries(value);
  const isList = Array.isArray(value);
  return (
    <details open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>
        {key}
        <span className="dim">
          {isOpen ? strings.preview.members(members.length, isList) : JSON.stringify(value).slice(0, brief)}
        </span>
      </summary>
      {isOpen && (
        <div>
          {members.slice(0, shown).map(([member, each]) => (
            <Node key={member} name={member} value={each} />
          ))}
          {members.length > shown && (
            <button type="button" onClick={() => setShown(shown + shownAtOnce * 5)}>
              {strings.preview.more(members.length - shown)}
            </button>
          )}
        </div>
      )}
    </details>
  );
}
