/** A text and a place in it. */
export class Scanner {
  protected readonly text: string;
  protected at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Steps over what a sticky pattern matches here, and returns it; an empty text when it does not match. */
  protected take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [''];
    this.at += found.length;
    return found;
  }
}
