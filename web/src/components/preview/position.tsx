import { Slider, Text } from '@mantine/core';
import { formatClock } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';

/** The playback position, which can be changed with the arrow keys. */
export function Position({
  time,
  length,
  onSeek,
}: {
  time: number;
  length: number;
  onSeek: (time: number) => void;
}) {
  return (
    <>
      <Slider
        flex={1}
        miw={80}
        size="xs"
        min={0}
        max={Math.max(length, 1)}
        step={1}
        value={time}
        onChange={onSeek}
        label={null}
        thumbLabel={strings.preview.position}
        thumbProps={{ 'aria-valuetext': formatClock(time) }}
      />
      <Text dir="ltr">
        {formatClock(time)} / {formatClock(length)}
      </Text>
    </>
  );
}
