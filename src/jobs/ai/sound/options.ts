import { Type } from 'typebox';

/** Returns the option for the output format of sound. */
export const makeOutputFormatOption = (settings: { default?: 'wav' } = {}) =>
  Type.Union([Type.Literal('wav'), Type.Literal('flac'), Type.Literal('mp3')], {
    description:
      'By default WAV. WAV and FLAC keep sample rate, channels and length; MP3 has at most two channels and 48 kHz.',
    ...settings,
  });
