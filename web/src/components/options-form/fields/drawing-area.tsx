import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import classes from '../options-form.module.css';
import { DrawnBox, placeBox } from './drawn-box.tsx';

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

export interface Point {
  x: number;
  y: number;
}

/** A smaller movement is a click, not a box. */
const smallestBox = 3;

/** Returns the place of the pointer within an element, as shares of its width and height. */
export function locatePointer(event: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const within = (share: number) => Math.min(1, Math.max(0, share));
  return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) };
}

/** A page or picture on which boxes are drawn with the pointer, and moved later. */
export function DrawingArea<B extends Box>({
  size,
  label,
  boxes,
  round,
  onDrawn,
  onChanged,
  onClicked,
  children,
}: {
  /** The size of what is shown; undefined until it is known. */
  size: Size | undefined;
  label: string;
  boxes: readonly B[];
  round: (value: number) => number;
  onDrawn: (box: Box) => void;
  onChanged: (before: B, after: Box) => void;
  /** Called with a point that was clicked, and the size of what is shown. */
  onClicked?: ((at: Point, whole: Size) => void) | undefined;
  children: ReactNode;
}) {
  const [drawn, setDrawn] = useState<Box>();
  const start = useRef<Point>(undefined);
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
  return (
    <div className={classes.drawing}>
      {/* Boxes can also be typed below, so drawing needs no keyboard of its own. */}
      <div
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
          else if (size) onClicked?.(locate(event), size);
        }}
        onPointerCancel={stop}
      >
        {children}
      </div>
      {size &&
        boxes.map((box, index) => (
          <DrawnBox
            key={index}
            box={box}
            number={index + 1}
            size={size}
            round={round}
            onChanged={changed => onChanged(box, changed)}
          />
        ))}
      {size && drawn && <span className={classes.box} style={placeBox(drawn, size)} />}
    </div>
  );
}
