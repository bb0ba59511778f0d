import { commonDifferences } from '../agreement.ts';
import { binaryKeys } from '../array-forms.ts';
import { type PolicyDialect, readMap, readReply } from '../dialect.ts';
import { encode } from '../encode.ts';

/** The server greets with what it says about itself; then one observation, one reply. It knows no episodes. */
export const openpi: PolicyDialect = {
  about: 'openpi’s websocket server, and all who speak like it',
  transport: 'ws',
  map: 'aloha',
  async greet(channel, terms) {
    const about = readMap(await channel.next(), binaryKeys);
    return {
      about,
      differences: commonDifferences(about, terms),
      infer: async (observation) => readReply(await channel.ask(encode(observation, binaryKeys)), binaryKeys),
    };
  },
};
