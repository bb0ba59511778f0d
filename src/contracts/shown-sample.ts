import type { MediaRef } from './media.ts';

/** What people see of a question: on the page, in lists, on cards. It decides what is drawn; nobody else looks into a sample. */
export interface ShownSample {
  /** Without its options, which are shown apart. */
  question: string;
  /** As a list has it, where that is another text: with its options, say. */
  listed?: string;
  /** What whoever acts is told, where that is not the question itself. */
  told?: string;
  /** Letter to option, in order. */
  choices?: Record<string, string>;
  pictures?: readonly MediaRef[];
  clips?: readonly MediaRef[];
  /** The picture's size, and which of its pixels are right. */
  target?: { size: { width: number; height: number }; mask: MediaRef };
  /** What people said about the question (their reasoning, the time they took): it may give the answer away. */
  annotations?: readonly { name: string; text: string }[];
}
