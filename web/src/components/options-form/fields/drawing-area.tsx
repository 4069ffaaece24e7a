import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import classes from '../options-form.module.css';

/** An area in the units of what is shown, from its upper left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A smaller movement is a click, not a box. */
const smallestBox = 3;

/** Returns the place of the pointer within an element, as shares of its width and height. */
export function locatePointer(event: PointerEvent<HTMLElement>): { x: number; y: number } {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const within = (share: number) => Math.min(1, Math.max(0, share));
  return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) };
}

/** A page or picture on which boxes are drawn with the pointer. */
export function DrawingArea({
  size,
  label,
  boxes,
  round,
  onDrawn,
  children,
}: {
  /** The size of what is shown; undefined until it is known. */
  size: Size | undefined;
  label: string;
  boxes: readonly Box[];
  round: (value: number) => number;
  onDrawn: (box: Box) => void;
  children: ReactNode;
}) {
  const [drawn, setDrawn] = useState<Box>();
  const start = useRef<{ x: number; y: number }>(undefined);
  const locate = (event: PointerEvent<HTMLElement>) => {
    const { x, y } = locatePointer(event);
    return { x: x * (size?.width ?? 0), y: y * (size?.height ?? 0) };
  };
  const span = (event: PointerEvent<HTMLElement>): Box | undefined => {
    if (!start.current) return undefined;
    const end = locate(event);
    const { x, y } = start.current;
    return {
      x: round(Math.min(x, end.x)),
      y: round(Math.min(y, end.y)),
      width: round(Math.abs(end.x - x)),
      height: round(Math.abs(end.y - y)),
    };
  };
  const stop = () => {
    start.current = undefined;
    setDrawn(undefined);
  };
  const place = ({ x, y, width, height }: Box, whole: Size) => ({
    left: `${(100 * x) / whole.width}%`,
    top: `${(100 * y) / whole.height}%`,
    width: `${(100 * width) / whole.width}%`,
    height: `${(100 * height) / whole.height}%`,
  });
  return (
    // Boxes can also be typed below, so drawing needs no keyboard of its own.
    <div
      className={classes.drawing}
      role="img"
      aria-label={label}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = locate(event);
      }}
      onPointerMove={event => setDrawn(span(event))}
      onPointerUp={event => {
        const box = span(event);
        stop();
        if (box && box.width >= smallestBox && box.height >= smallestBox) onDrawn(box);
      }}
      onPointerCancel={stop}
    >
      {children}
      {size &&
        [...boxes, ...(drawn ? [drawn] : [])].map((box, index) => (
          <span key={index} className={classes.box} style={place(box, size)} />
        ))}
    </div>
  );
}
