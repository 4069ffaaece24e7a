import type { ModelDeclaration } from '../../../models/model.ts';

const makeUpscaler = (
  kind: string,
  facts: Pick<ModelDeclaration, 'choice' | 'purpose' | 'default'> & {
    range: number;
    integrity: string;
    packed: number;
    files: [sha256: string, size: number][];
  },
): ModelDeclaration => ({
  name: `esrgan-${kind}`,
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

export const models: readonly ModelDeclaration[] = [
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
    purpose: 'upscales images better, at half the speed',
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
    purpose: 'gives the best upscaled images, forty times slower than esrgan-slim',
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
];
