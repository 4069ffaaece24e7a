import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Button, PasswordInput, VisuallyHidden } from '@mantine/core';
import { FileWarning, Lock, RotateCw, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { PdfPage } from '../../../components/pdf/pdf-page.tsx';
import { strings } from '../../../wording/strings.ts';
import { type Card, type OpenedFile, unlockFile } from './cards.ts';
import classes from './merge.module.css';

const words = strings.merge;

/** A file or a page on the board. */
export function MergeCard({
  card,
  file,
  onUnlock,
  onRotate,
  onRemove,
}: {
  card: Card;
  file: OpenedFile;
  onUnlock: (file: OpenedFile) => void;
  onRotate: () => void;
  onRemove: () => void;
}) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: card.id,
  });
  const Mark = file.isDamaged ? FileWarning : Lock;
  const moved = transform && `translate(${transform.x}px, ${transform.y}px)`;
  return (
    <li
      ref={setNodeRef}
      className={classes.card}
      data-dragging={isDragging || undefined}
      style={{ transform: moved ?? undefined, transition }}
    >
      <button type="button" className={classes.grip} {...attributes} {...listeners}>
        <VisuallyHidden>{words.move} </VisuallyHidden>
        {file.pdf ? (
          <span className={classes.sheet} data-angle={card.angle}>
            <PdfPage document={file.pdf} page={card.pages[0]!} width={160} />
          </span>
        ) : (
          <span className={classes.locked}>
            <Mark size={24} strokeWidth={1.5} aria-hidden="true" />
          </span>
        )}
        <span className="ellipsis" dir="auto">
          {card.title}
        </span>
        <span className={file.isDamaged ? classes.damaged : 'dim'}>{card.note}</span>
      </button>
      {!file.pdf && !file.isDamaged && <Unlock file={file} onUnlock={onUnlock} />}
      <div className={classes.tools}>
        {file.pdf && (
          <ActionIcon size="sm" aria-label={words.rotate(card.title)} onClick={onRotate} variant="default">
            <RotateCw size={12} />
          </ActionIcon>
        )}
        <ActionIcon size="sm" aria-label={words.leaveOut(card.title)} onClick={onRemove} variant="default">
          <X size={12} />
        </ActionIcon>
      </div>
    </li>
  );
}

/** Asks for the password of a locked file. */
function Unlock({ file, onUnlock }: { file: OpenedFile; onUnlock: (file: OpenedFile) => void }) {
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const opened = await unlockFile(file, password);
    if (opened) onUnlock(opened);
    setWrong(!opened);
  };
  return (
    <form onSubmit={send} className={classes.unlock}>
      <PasswordInput
        size="xs"
        value={password}
        onChange={event => {
          setPassword(event.currentTarget.value);
          setWrong(false);
        }}
        placeholder={strings.convert.password}
        aria-label={words.passwordOf(file.item.name)}
        error={wrong && strings.failures.wrong_password!.says}
        autoComplete="off"
      />
      <Button size="compact-xs" type="submit" variant="default" fullWidth mt={4} disabled={password === ''}>
        {words.unlock}
      </Button>
    </form>
  );
}
