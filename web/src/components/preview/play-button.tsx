import { ActionIcon } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { strings } from '../../wording/strings.ts';

export const PlayButton = ({ isPlaying, onToggle }: { isPlaying: boolean; onToggle: () => void }) => (
  <ActionIcon
    size="lg"
    variant="filled"
    color="iris"
    aria-label={isPlaying ? strings.preview.pause : strings.preview.play}
    onClick={onToggle}
  >
    {isPlaying ? <Pause size={18} /> : <Play size={18} />}
  </ActionIcon>
);
