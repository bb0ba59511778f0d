/** What VLMEvalKit records in place of an answer when a request failed. */
export const vlmevalkitFailure = 'Failed to obtain answer via API.';

/** Its own rule, by which it asks again and finds no option: the words may stand anywhere, and some clients add a space. */
export function isVlmevalkitFailure(text: string): boolean {
  return text.includes('Failed to obtain answer via API');
}
