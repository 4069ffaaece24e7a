import { Slider, Text } from '@mantine/core';
import { sayClock } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';

/** Where in a recording one is; the arrows go back and forth, which a drawn wave does not offer. */
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
        thumbProps={{ 'aria-valuetext': sayClock(time) }}
      />
      <Text>
        {sayClock(time)} / {sayClock(length)}
      </Text>
    </>
  );
}
