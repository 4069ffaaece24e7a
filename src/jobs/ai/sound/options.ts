import { Type } from 'typebox';

/** The formats that sound is written to; WAV where nothing else is said. */
export const makeOutputFormatOption = (settings: { default?: 'wav' } = {}) =>
  Type.Union([Type.Literal('wav'), Type.Literal('flac'), Type.Literal('mp3')], {
    description:
      'WAV unless given. WAV and FLAC keep sample rate, channels and length; MP3 has at most two channels and 48 kHz.',
    ...settings,
  });
