/** An exception that the official Python code would raise, by its Python name. */
export class PythonException extends Error {
  constructor(type: string, message: string) {
    super(message);
    this.name = type;
  }
}
