import { expect, it } from 'vitest';
import { benchmarks } from '../catalogue.ts';
import { hashOf } from '../run/hash.ts';

/** Scores were published under these: a hash is never changed or removed; what reads or asks differently is a new line. */
const published = {
  'refspatial/roborefer': '80068a699c2ef27a19e462f69c4ad060c2003d32e057ab59df45d5e5740dea37',
  'refspatial/gemini': 'fa433a150ae685821070b182c7cf657710702df78781da5c94d3baf958d8815e',
  'refspatial/gemini-card': '816b3f0afcdb2f282d3085ae516993ee446468b5da607a7fc23a175686bc7967',
  'refspatial/molmo': '995c4fd51e218a3601303a21df62fc1fca795e06c18a16956fd5700035770bf7',
  'refspatial/robobrain': '3a589f5800fa6fa0f6164e80db885361d268c68a75030ee4e7e8b2188ef52800',
  'refspatial/qwen': '3ca9ad7b51e0a4bbb6d060a65dd3d7c48c6b4ba6da5bc369f339e9ce08a60d72',
  'refspatial/lmms': '47e0daea09d0dd5c3b0af1f10cda632604ee4fcd624b5922e6d8154e383014a6',
  'refspatial/lmms-0-999': 'caabb5cd9b2d78bd9f3796e4dbd1eaaf7fd44c357d62fae43fd99f306c201d91',
  'refspatial/lmms-json': '09f41a7584cdde32c82edf466a4a7ad0f8249eb85508976adb98465b13164824',
  'refspatial/vlmevalkit': '923adae46c652ed3ac4e454adaac1a58d89184368a95fae53eda819473277780',
  'refspatial/easi': '491d4994c420a2658a657ead99238cbd3c5e2b695ab4f9f153882433fd593135',
  'mmsi/official': '2bebdf30f9f112363deb492e0a390d8584e3d13a60533c7de89a7b0a35c5ecb1',
  'mmsi/readme': '7b2b3706fad26e5e9e1bb1e90e6a69e23e7bd856dd992a7d6cb02e7292ed0b2b',
  'mmsi/lmms': '9f046e73feb18ce82a512deb373290973f02a224e4b2c09c2d129567a6087f6a',
  'mmsi/lmms-neo-ov': 'b448bce445bc32586f2b6bd1f5f4a089f623f9d3ac65b94b78db329a42c5ca6b',
  'mmsi/easi': 'c0a6b7f61dde39c2811136aa19c0bae74b775d5dbfd9c744b813e2f650ceb7af',
  'mmsi/official-circular': '2a4b99ead62311e5cb517638add28e2b7943e0cbf6b2a1aa395609a10e2885e3',
  'mmsi/vlmevalkit-circular': '3d3a47341550dc362cc8cc235349e7c5ff2eb17dce9aa5355779c4d03f762ba5',
  'mmsi/vlmevalkit-circular-qwen2-vl': '959a004409fb3afd76ab22de132ab3be0eec6d64b3911601d4bb071f24bf5640',
  'dsi/official': 'c28b5a5d803ea924c76b4fa7c825056c4b73e25f5d52d878214e7a210b6eab51',
  'dsi/official-once': '23a8b7bd42bc33305c8c00aa46bc419ff135b37704862158c4bf454edb6b8111',
  'dsi/uniform-32': 'fb8c24a86ed886453f6a210ead0b1d2cdb47666c5d974892efeb899525e0f0e1',
  'rsb/official': 'd0709cf986c13bb5e61e43a9a30fdc92511fde7ca32303dd9cdd06be5062cdd7',
  'rsb/hands': 'b5d0c940ec237e3c6255c55b24cce8cd580d44127a819cec800c581d1d1de401',
  'rsb/answer': 'be658f887c9a526f563481453f26b9516a8b8af24a134cb91b04d7f043e5a225',
  'tiny/official': '14bf1d37a9a1616103e34eb4c1d11cd8a7910dc16ecfabd74707611c46e95f26',
  'tiny/strict': 'f0278e84c42e6aebed2533fcab0ea83f9d46f39affcf5f9d6ac75c352cb1ab78',
  'refspatial/roborefer@2': '10e96c4e89a8bb2b737c60c8df85ae85da9a2daa97de0c29cd31bcce5d30be2a',
  'refspatial/gemini@2': '40e5e407cd0756089690d7aa1d57edd0796db7799db35cb8be963e1854c3d508',
  'refspatial/qwen@2': '8095c14fb8c12f157fb153371e973ada375c095fdbac56fc9e8b6effcbc82dae',
  'refspatial/lmms@2': '142b6261b13d85df657b27c0cd3bebd25eba08bc16375855df81ab4f22fcb345',
  'refspatial/lmms-0-999@2': 'db7a65ac78a920b5b278f33084af1e3f6abfde9463317f8958f723a88c4363ae',
  'refspatial/lmms-json@2': 'dc4ae7515ded6ff4fc9b9eae59789aa2f0184babf75090b56443c894dfc483dc',
  'refspatial/vlmevalkit@2': 'a4ea4d02758bad6017e55faebbf93ea65f965b7fda7f09782668e55f62f10d7c',
  'refspatial/vlmevalkit-split-think': '9088a9eac8a0d08219a727bb113723adbf3c8aba702d4ba7c92d08092b55871a',
  'refspatial/easi@2': '373e0114b9aa4e064d74dbf365703b810397a91da8ad3a3ab8629e32cb4f0c9d',
  'refspatial/easi-split-think': 'c2c1c75b2f9a7a2f753444b69a5da1cf61e34e75eb87836dca190535c1d84986',
  'mmsi/official@2': '33ce1abee433cffb7d227d9d247ade0ff5268c0a7068f03cbb7f4a2d815b8e65',
  'mmsi/lmms@2': '36335f9c4a5d58b9051f7f5efcab2f5925adc02d8569ffad2c6e973fe8f84228',
  'mmsi/lmms-neo-ov@2': '9dee6e7515b1cfdcb680061ae94e53f5ab19237c829ad9737d938abfe1c90453',
  'mmsi/easi@2': 'e17e57326a6b4cb76b08bc90d07bae10092c829e65f2f3ff249db6306642bbf3',
  'mmsi/easi-split-think': '3e2f395df7cd7968e40a645ed80c9df04824f821ba06c4b0a7d46d8bc3071c80',
  'mmsi/official-circular@2': '1fae96247616fc8675d5b1e4752548c5847ef04d8dba413592f28ac5fe1fcce4',
  'mmsi/vlmevalkit-circular@2': 'd0c8f148cd9c47fd4d25e24adae592094d39410b9ec7136772f78722e084d056',
  'mmsi/vlmevalkit-circular-split-think': '6f4d49e229e42494ff1b5f59747ea57d2b3b8a7eccb6f2e35d15a2f5753ab174',
  'mmsi/vlmevalkit-circular-qwen2-vl@2': '5c17a4a3847b822102c15958139189f2bd2069e8cbb922bbe1dd1b7cced3baa9',
  'rsb/first-choice': 'f7641c94914107d326860a5d91e4daed57de88b3a4cde205f1b450c37b540ad7',
  'rsb/hands-first-choice': 'f1cb9674218afe7f732db17b00781d89877a2921245810e4f803654ee4d6807a',
  '3dsr/letter': '43455996bda2920cccac52154f20f98d7970a82ac52187b696879079451fe78d',
  '3dsr/lmms': '1f5fa1c847b386bb59207c828ce4fd0b749998e1acc35189b0249cf80542f584',
  '3dsr/vlmevalkit': '8be40098e7f1d9f26e8c5d9392ba9a37abbee29f9325f8635a5b0363dd240ebf',
  'blink/letter': '07ae2c692985d4f1684ee96e4e0bd5d15dbb97e91c8dafff3392912a89a34ea3',
  'blink/lmms': '05d11883cb6d577b1e88a2f2c89c399768bf22269fd3edc036ab0c2bb79bdc01',
  'blink/official': '49f994391df7b8875f041bd44a489585e10ee1f28f34bd3e7af1811da4bb4684',
  'blink/vlmevalkit': '19205f1b76607023ebcd4d76d645eb36e3dd33700adf3ccc8a508de8e602b022',
  'embspatial/easi': '8d0676a0af208db5fff79d64b5e00d9f20f6c6a851e8ccfd40472dd7a440d8ff',
  'embspatial/letter': 'fa4905a1dfe5784f0dbb6ddac2bab8ba37c7cf456c84873645c7f9f4563ae25c',
  'embspatial/lmms': '2350db0b6cc0539aba379ef82bfe1b37ce1ddddc495c0a86846e06e8fca3d12d',
  'mindcube/easi': 'c732429e11347568a289bc2c0674cf12133413d1735c537a6745d8d97bc637da',
  'mindcube/lmms': '30beedd0ece770b1c5f0f110e08ff2434d323647d8e9300b5c8c996334caa49b',
  'mindcube/official': 'b3cbc1b9f1ecdaf131e3697dc33104aaf454de95ec97b68d9726dc7b857e2dad',
  'site/easi': '7db547a1fbba2d6f740dbf9014ea2ba0f8259f2dd5a61df17e445a4ee068123d',
  'site/letter': '5af3f92a0e6a67d7db081a7b07b4f8ef95bab94016e4a80605eb2fb72c738a4e',
  'site/official': '7c1a27238a47c60ae9896270dcdc8a900e031241182ab7d2861190d4f90639fc',
  'viewspatial/easi': 'de1516acec72ca2bb1c4de201fa64edf0a94a6f7a9bf25fffac4c78f6f188933',
  'viewspatial/letter': '6e114c5ec21380700f4837163c8894112b49940a00233cfa57f683748631a802',
  'viewspatial/lmms': '8030f5fd1857232943e1c4c93da6a7e6671ca3de3c19978004405414497142e3',
  'viewspatial/official': 'dbdd173f772954f90ae7d1b336e00507769927e795a12fffdf1caba4f97306b7',
  'vlm4d/cot': 'c5ad73563ac131514fe10ccb7e64b1cf0dc7159895aa47de7260de64ae0e4e20',
  'vlm4d/direct': 'd6f09a972d417531b1380e7e33da63f70db4c8608912e2b10c12104dff08e95e',
  'vsi/easi': '725a7817d5380dc0d3d15bece246b360c42bf035bb769f1aef170bcaea6397dc',
  'vsi/lmms': 'c2c6ca8fca059d8f90994c50038f9339e1c038998ece2bc39e1cc6b89d1081c4',
  'vsi/official': '9590b8eadc095284c224af05fa8896b328ca5bda06bcf62f99338f43461116ce',
  'vsi/official-api': '6fb3d123e187df784fd48ed6d234d9f76fea2077aebe3b80703c61d7207fd1a0',
};

const hashes = benchmarks.flatMap(({ protocols }) => protocols.map((one) => [one.id, hashOf(one)] as const));

it('every protocol keeps its hash', () => {
  expect(Object.fromEntries(hashes)).toEqual(published);
});

it('an id stands for one protocol, whichever benchmark uses it', () => {
  expect(new Set(hashes.map(String)).size).toBe(new Set(hashes.map(([id]) => id)).size);
});

// Robots have a default of ours since a policy could earn the authors' nSG without reading.
it('no benchmark changes its default', () => {
  const defaults = Object.fromEntries(benchmarks.map(({ id, protocols }) => [id, protocols[0]?.id]));
  expect(defaults).toMatchObject({
    'refspatial-expand': 'refspatial/roborefer',
    refspatial: 'refspatial/roborefer',
    mmsi: 'mmsi/official',
    dsi: 'dsi/official',
    vsi: 'vsi/official',
    blink: 'blink/official',
    viewspatial: 'viewspatial/official',
    embspatial: 'embspatial/letter',
    mindcube: 'mindcube/official',
    '3dsr': '3dsr/letter',
    site: 'site/official',
    vlm4d: 'vlm4d/cot',
    'rsb-math-4': 'rsb/first-choice',
    tiny: 'tiny/official',
    'synth-point': 'refspatial/roborefer',
    'synth-views': 'mmsi/official',
    'synth-motion': 'dsi/official',
    'synth-act': 'rsb/first-choice',
  });
});
