import { generateKeyPairSync, sign } from 'node:crypto';
import { isIP } from 'node:net';

const oid = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  alternativeNames: '551d11',
  basicConstraints: '551d13',
};

/**
 * A certificate for these hosts that vouches for itself, with its key, as PEM. Made on the spot, so that no key lies in
 * the repository and none runs out.
 */
export function selfSigned(hosts: readonly string[]): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId(oid.ecdsaWithSha256));
  const name = sequence(der(0x31, sequence(objectId(oid.commonName), der(0x0c, Buffer.from('a test')))));
  const always = ['20000101000000Z', '21000101000000Z'].map((time) => der(0x18, Buffer.from(time)));
  const yes = der(0x01, Buffer.from([0xff]));
  const extensions = sequence(
    sequence(objectId(oid.basicConstraints), yes, der(0x04, sequence(yes))),
    sequence(objectId(oid.alternativeNames), der(0x04, sequence(...hosts.map(hostName)))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ...[algorithm, name, sequence(...always), name],
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = sequence(content, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

function hostName(host: string): Buffer {
  return isIP(host) === 4
    ? der(0x87, Buffer.from(host.split('.').map(Number)))
    : der(0x82, Buffer.from(host, 'latin1'));
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** Tag, length, content: lengths up to 65535 are all that is needed here. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
