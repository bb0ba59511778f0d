/** Whether a policy's id is the address of a server. */
export function isRemote(id: string): boolean {
  return /^(wss?|tcp):\/\//i.test(id);
}
