/** Saved queries (`*.query.yml`): they name members as `cube.member` anywhere in their text. */

export interface SavedQuery {
  /** Relative to the project folder. */
  path: string;
  text: string;
}

export const memberPath = /(?<![\w.$-])([A-Za-z_]\w*)\.([A-Za-z_]\w*)/g;
