import { format } from './format.ts';

/** Sound, video and subtitles. */
export const media = [
  format('wav', 'WAV sound', ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'], ['wav', 'wave']),
  format(
    'mp3',
    'MP3 sound',
    ['audio/mpeg', 'audio/mp3', 'audio/x-mp3', 'audio/x-mpeg', 'audio/mpeg3'],
    ['mp3', 'mpga'],
  ),
  format('flac', 'FLAC sound', ['audio/flac', 'audio/x-flac'], ['flac']),
  format(
    'm4a',
    'M4A sound',
    ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'audio/x-m4b', 'audio/mp4a-latm'],
    ['m4a', 'm4b', 'm4r'],
  ),
  format(
    'ogg',
    'Ogg sound',
    ['audio/ogg', 'application/ogg', 'audio/vorbis', 'audio/x-vorbis+ogg'],
    ['ogg', 'oga'],
  ),
  format('opus', 'Opus sound', ['audio/opus', 'audio/x-opus+ogg'], ['opus']),
  format(
    'aac',
    'AAC sound',
    ['audio/aac', 'audio/x-aac', 'audio/aacp', 'audio/vnd.dlna.adts', 'audio/x-hx-aac-adts'],
    ['aac', 'adts'],
  ),
  format('aiff', 'AIFF sound', ['audio/aiff', 'audio/x-aiff'], ['aiff', 'aif', 'aifc', 'aiffc']),
  format('webm', 'WebM video or sound', ['video/webm', 'audio/webm'], ['webm', 'weba']),
  format(
    'mp4',
    'MP4 video',
    ['video/mp4', 'video/x-m4v', 'application/mp4', 'video/3gpp', 'video/3gpp2'],
    ['mp4', 'm4v', 'mp4v', 'f4v', '3gp', '3g2'],
  ),
  format('mov', 'QuickTime video', ['video/quicktime'], ['mov', 'qt']),
  format(
    'mkv',
    'Matroska video or sound',
    ['video/x-matroska', 'video/matroska', 'audio/x-matroska', 'audio/matroska'],
    ['mkv', 'mka'],
  ),
  format(
    'avi',
    'AVI video',
    ['video/x-msvideo', 'video/avi', 'video/msvideo', 'video/vnd.avi'],
    ['avi', 'divx'],
  ),
  format(
    'wmv',
    'Windows Media video or sound',
    ['video/x-ms-wmv', 'video/x-ms-asf', 'audio/x-ms-wma'],
    ['wmv', 'asf', 'wma'],
  ),
  format('flv', 'Flash video', ['video/x-flv'], ['flv']),
  format('ts', 'MPEG transport stream', ['video/mp2t', 'video/vnd.dlna.mpeg-tts'], ['ts', 'mts', 'm2ts']),
  format('mpg', 'MPEG program stream', ['video/mpeg', 'video/mp2p'], ['mpg', 'mpeg', 'vob']),

  format('srt', 'SubRip subtitles', ['application/x-subrip', 'text/srt', 'application/srt'], ['srt']),
  format('vtt', 'WebVTT subtitles', ['text/vtt'], ['vtt', 'webvtt']),
  format('ass', 'SubStation Alpha subtitles', ['text/x-ssa', 'text/x-ass'], ['ass', 'ssa']),
  format('ttml', 'TTML subtitles', ['application/ttml+xml'], ['ttml', 'dfxp']),
  format('sbv', 'YouTube subtitles', ['text/x-sbv'], ['sbv']),
];
