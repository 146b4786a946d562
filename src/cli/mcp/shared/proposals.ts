/** Edits that a tool proposed: what `apply` may write, and `undo` may take back. They are kept until the server ends. */

import { createHash, randomUUID } from 'node:crypto';
import { UserError } from '../../../base/errors.ts';

export interface ProposedFile {
  path: string;
  /** Undefined: there is no such file. */
  before: string | undefined;
  after: string | undefined;
}

export interface Proposal {
  id: string;
  /** A hash of all files before and after. An approval of this digest approves exactly these texts. */
  digest: string;
  title: string;
  files: readonly ProposedFile[];
}

/** The oldest ones are forgotten. */
const maxProposals = 200;

export class Proposals {
  readonly #known = new Map<string, Proposal>();

  add(title: string, files: readonly ProposedFile[]): Proposal {
    const digest = createHash('sha256').update(
      JSON.stringify(files.map(({ path, before, after }) => [path, before ?? null, after ?? null])),
    );
    const proposal = { id: randomUUID(), digest: digest.digest('hex').slice(0, 32), title, files };
    this.#known.set(proposal.id, proposal);
    for (const [oldest] of this.#known) {
      if (this.#known.size <= maxProposals) break;
      this.#known.delete(oldest);
    }
    return proposal;
  }

  /** @throws UserError */
  get(id: string): Proposal {
    const proposal = this.#known.get(id);
    if (proposal) return proposal;
    throw new UserError('There is no proposal with this id. Proposals end with the server: make it again.');
  }
}
