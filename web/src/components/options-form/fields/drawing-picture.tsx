import { useState } from 'react';
import { type Box, DrawingArea, type Size } from './drawing-area.tsx';

/** An image on which a box is drawn with the pointer, in pixels of the image as it is shown. */
export function DrawingPicture({
  picture,
  label,
  box,
  onDrawn,
}: {
  /** The address of the image. */
  picture: string;
  label: string;
  box: Box;
  onDrawn: (box: Box) => void;
}) {
  const [size, setSize] = useState<Size>();
  return (
    <DrawingArea
      size={size}
      label={label}
      boxes={[box]}
      round={Math.round}
      onDrawn={onDrawn}
      onChanged={(_before, after) => onDrawn(after)}
    >
      <img
        src={picture}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ width, height })
        }
      />
    </DrawingArea>
  );
}
