import type { FailureEntry } from './entry.ts';

/** Failures of jobs on sound, video and subtitles. */
export const mediaFailures = {
  video_missing: {
    reason: 'option_mismatch',
    options: ['keepVideo'],
    says: 'The file has no video, only audio. Leave `{option}` out.',
  },
  track_missing: {
    reason: 'option_mismatch',
    options: ['track', 'subtitleTrack'],
    says: 'The file has no track {value}. Set `{option}` to a lower number, or leave it out.',
  },
  subtitles_missing: {
    reason: 'option_mismatch',
    options: ['subtitleTrack', 'subtitles'],
    says: 'The video has no subtitles. Send a file of subtitles with it, or leave `{option}` out.',
  },
  subtitles_not_text: {
    reason: 'unsupported_content',
    says: 'The video carries no subtitles of text. Subtitles that are pictures, as on DVDs, or part of the picture cannot be extracted; `speech-to-text` writes subtitles from the sound.',
  },
  start_beyond_end: {
    reason: 'option_mismatch',
    options: ['start', 'at'],
    says: '`{option}` is after the end of the recording. Choose an earlier time.',
  },
  shift_beyond_start: {
    reason: 'option_mismatch',
    options: ['shift'],
    says: '`{option}` moves all subtitles to before the beginning. It is in seconds: choose a value nearer to 0.',
  },
  frame_crop_outside: {
    reason: 'option_mismatch',
    options: ['crop'],
    says: '`{option}` extends beyond the picture. Make it smaller.',
  },
  codec_not_held: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The video cannot be copied into {value} without encoding it again. Leave `codec` out.',
  },
  target_too_small: {
    reason: 'option_mismatch',
    options: ['targetBytes'],
    says: 'The recording cannot be made as small as `{option}`. Allow more bytes, or choose a shorter part.',
  },
  english_only: {
    reason: 'option_mismatch',
    options: ['language', 'model'],
    says: 'The chosen model only knows English. Choose another `model`, or set `language` to "en".',
  },
  recording_too_long: {
    reason: 'limit_exceeded',
    says: 'The recording is longer than the plan of this workspace allows (`limits.mediaSeconds` of `GET /usage`). Use a shorter one, or a part of it.',
  },
  picture_missing: {
    reason: 'unsupported_content',
    says: 'The file has no video.',
  },
  sound_missing: {
    reason: 'unsupported_content',
    says: 'The file has no audio.',
  },
} satisfies Record<string, FailureEntry>;
