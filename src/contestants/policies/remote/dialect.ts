import { type EpisodeStart, messageOf, PolicyError } from '../../../contracts/index.ts';
import type { Difference, Terms } from './agreement.ts';
import type { ArrayForm } from './array-forms.ts';
import { type Channel, type ChannelFrame, tail } from './channel.ts';
import { decode } from './decode.ts';
import type { PackableMap } from './encode.ts';
import type { RemotePolicyOptions } from './options.ts';
import { isMap, type Wire, type WireMap } from './wire.ts';

/** A conversation with one server, from greeting to goodbye. */
export interface PolicySession {
  /** What the server says about itself: part of the run's identity. */
  about: WireMap;
  /** Where that does not fit. */
  differences: readonly Difference[];
  begin?(start: EpisodeStart): Promise<void>;
  /** The server's reply; `readActions` finds the commands in it. */
  infer(observation: PackableMap): Promise<Wire>;
  /** Shows what there is to see after each command, to policies that keep a history. */
  update?(observation: PackableMap): Promise<void>;
  end?(): Promise<void>;
}

/** A way to talk with policy servers. */
export interface PolicyDialect {
  about: string;
  transport: 'ws' | 'tcp';
  /** Name of the map that is used unless another is chosen. */
  map: string;
  /** The server has one memory for all who are connected: one episode at a time. */
  oneEpisode?: true;
  /** Options of its own. */
  options?: readonly (keyof RemotePolicyOptions)[];
  greet(channel: Channel, terms: Terms, options: RemotePolicyOptions): Promise<PolicySession>;
}

/** The map in a frame of a server that answers errors with a text. */
export function readReply(frame: ChannelFrame, form: ArrayForm): Wire {
  if (typeof frame === 'string') throw failed(frame);
  try {
    return decode(frame, form);
  } catch (error) {
    throw new PolicyError('policy_failed', `the server sent what cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** The same where only a map makes sense. */
export function readMap(frame: ChannelFrame, form: ArrayForm): WireMap {
  const reply = readReply(frame, form);
  if (isMap(reply)) return reply;
  throw new PolicyError('policy_failed', 'the server sent something else than a map');
}

/** The server's own words, a traceback as a rule. */
export function failed(said: string): PolicyError {
  return new PolicyError('policy_failed', `the server reports an error:\n${tail(said)}`);
}
