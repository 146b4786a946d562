/** A document that is not a dbt manifest of a supported version. The message is for the user. */

export class UnsupportedManifest extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsupportedManifest';
  }
}
