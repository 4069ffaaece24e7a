import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import classes from '../options-form.module.css';
import type { Box, Size } from './drawing-area.tsx';

/** The sides that move with each corner, as shares of the pointer's way: left, top, width, height. */
const corners = {
  'top-left': [1, 1, -1, -1],
  'top-right': [0, 1, 1, -1],
  'bottom-left': [1, 0, -1, 1],
  'bottom-right': [0, 0, 1, 1],
} as const;
type Corner = keyof typeof corners;

/** How far an arrow key moves a box, as a share of the page. */
const keyShare = 0.01;
const smallest = 3;

/** Places a box within its page. */
export const placeBox = ({ x, y, width, height }: Box, whole: Size) => ({
  left: `${(100 * x) / whole.width}%`,
  top: `${(100 * y) / whole.height}%`,
  width: `${(100 * width) / whole.width}%`,
  height: `${(100 * height) / whole.height}%`,
});

const clamp = (value: number, max: number): number => Math.min(Math.max(0, value), Math.max(0, max));

/** Moves a box by a distance, or one of its corners. It stays on the page. */
function change(box: Box, corner: Corner | undefined, dx: number, dy: number, whole: Size): Box {
  if (corner === undefined)
    return {
      ...box,
      x: clamp(box.x + dx, whole.width - box.width),
      y: clamp(box.y + dy, whole.height - box.height),
    };
  const [left, top, wide, high] = corners[corner];
  const limit = (way: number, start: number, length: number, max: number, grows: number) =>
    grows < 0
      ? clamp(way + start, start + length - smallest) - start
      : clamp(way + length - smallest, max - start - smallest) + smallest - length;
  const x = limit(dx, box.x, box.width, whole.width, wide);
  const y = limit(dy, box.y, box.height, whole.height, high);
  return {
    x: box.x + left * x,
    y: box.y + top * y,
    width: box.width + wide * x,
    height: box.height + high * y,
  };
}

/** A box that was drawn. It is moved and resized with the pointer or the arrow keys. */
export function DrawnBox({
  box,
  number,
  size,
  round,
  onChanged,
}: {
  box: Box;
  number: number;
  size: Size;
  round: (value: number) => number;
  onChanged: (box: Box) => void;
}) {
  const [moved, setMoved] = useState<Box>();
  const grip = useRef<{ corner: Corner | undefined; x: number; y: number }>(undefined);
  const finish = ({ x, y, width, height }: Box) =>
    onChanged({ x: round(x), y: round(y), width: round(width), height: round(height) });
  const follow = (event: PointerEvent<HTMLElement>): Box | undefined => {
    if (!grip.current) return undefined;
    const page = event.currentTarget.parentElement!.getBoundingClientRect();
    const { corner, x, y } = grip.current;
    const dx = ((event.clientX - x) * size.width) / page.width;
    const dy = ((event.clientY - y) * size.height) / page.height;
    return change(box, corner, dx, dy, size);
  };
  const stop = () => {
    grip.current = undefined;
    setMoved(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    const corner = event.shiftKey ? 'bottom-right' : undefined;
    finish(change(box, corner, x * keyShare * size.width, y * keyShare * size.height, size));
  };
  return (
    <button
      type="button"
      className={classes.box}
      aria-label={strings.options.boxes.change(number)}
      style={placeBox(moved ?? box, size)}
      onKeyDown={onKeyDown}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const { corner } = (event.target as HTMLElement).dataset;
        grip.current = { corner: corner as Corner | undefined, x: event.clientX, y: event.clientY };
      }}
      onPointerMove={event => setMoved(follow(event))}
      onPointerUp={event => {
        const last = follow(event);
        stop();
        if (last) finish(last);
      }}
      onPointerCancel={stop}
    >
      {Object.keys(corners).map(corner => (
        <span key={corner} data-corner={corner} className={classes.corner} />
      ))}
    </button>
  );
}
