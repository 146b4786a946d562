/** The review before a commit or merge: what its page shows, and the requests between the page and the extension. */

import * as z from 'zod/mini';
import { request } from './typedRequests.ts';

const Tone = z.enum(['plain', 'good', 'warning', 'error']);
export type ReviewTone = z.output<typeof Tone>;

/** Something that the page can ask for with `open`. */
const Link = z.object({ id: z.string(), label: z.string() });

const DiffLine = z.object({
  kind: z.enum(['same', 'removed', 'added', 'gap']),
  text: z.string(),
  /** The characters that the other version of the line has not. */
  mark: z.optional(z.tuple([z.number(), z.number()])),
});

const Diff = z.object({
  /** What the lines are, for screen readers. */
  label: z.string(),
  language: z.enum(['yaml', 'javascript', 'sql']),
  lines: z.array(DiffLine),
});
export type ReviewDiff = z.output<typeof Diff>;

const Row = z.object({
  text: z.string(),
  tone: Tone,
  /** The target that `text` opens; null: it is plain text. */
  open: z.nullable(z.string()),
  detail: z.optional(z.string()),
  links: z.array(Link),
  /** The consequences of the row. */
  notes: z.array(z.object({ text: z.string(), tone: Tone, open: z.nullable(z.string()) })),
  /** The whole of a long text, folded. */
  whole: z.optional(z.string()),
  diff: z.optional(Diff),
  /** A longer difference, which the page asks for: its label, and what `readDiff` takes. */
  more: z.optional(Link),
});
export type ReviewRow = z.output<typeof Row>;

/** Numbers that differ. */
const ValueTable = z.object({
  columns: z.tuple([z.string(), z.string(), z.string(), z.string()]),
  rows: z.array(
    z.object({
      name: z.string(),
      before: z.string(),
      after: z.string(),
      /** `+12.5 %`; empty where there is no number on a side. */
      difference: z.string(),
      /** The difference as a part of the larger number, from −1 to 1. */
      share: z.number(),
    }),
  ),
});
export type ReviewValueTable = z.output<typeof ValueTable>;

const cardIds = [
  'unshown',
  'errors',
  'conflicts',
  'breaks',
  'consumers',
  'values',
  'access',
  'tests',
  'changes',
  'files',
  'state',
] as const;

const Card = z.object({
  id: z.enum(cardIds),
  title: z.string(),
  /** Null: it has nothing to count. */
  count: z.nullable(z.number()),
  tone: Tone,
  /** What is to say about all rows. */
  summary: z.array(z.string()),
  rows: z.array(Row),
  table: z.optional(ValueTable),
  links: z.array(Link),
});
export type ReviewCard = z.output<typeof Card>;

const Form = z.object({
  /** The effect of the button. */
  consequence: z.object({ title: z.string(), paragraphs: z.array(z.string()) }),
  /** Label of the box that must be checked first; null: none. */
  confirmation: z.nullable(z.string()),
  /** Label of the box that keeps the branch; null: none. */
  keepBranch: z.nullable(z.string()),
  message: z.object({ label: z.string(), value: z.string(), placeholder: z.string() }),
  button: z.string(),
});

/** What a review is about, to read it again after a reload of the window. */
const ReviewSubject = z.object({
  step: z.enum(['commit', 'mergeToParent', 'mergeToProduction']),
  connectionId: z.string(),
  deploymentId: z.string(),
  deploymentName: z.string(),
  branchName: z.string(),
});
export type ReviewSubject = z.output<typeof ReviewSubject>;

/** What VS Code stores of a page. A confirmation is not kept. */
export const ReviewPageState = z.object({
  /** Null after the branch was committed or merged. */
  subject: z.nullable(ReviewSubject),
  message: z.string(),
  keepBranch: z.boolean(),
});
export type ReviewPageState = z.output<typeof ReviewPageState>;

/** All texts are in the editor's language, and plain: the page shows none as markup. */
const ReviewContent = z.object({
  title: z.string(),
  /** Null after the branch was committed or merged. */
  subject: z.nullable(ReviewSubject),
  /** The text that the user must read first. `details` are folded. */
  notice: z.nullable(
    z.object({ tone: Tone, text: z.string(), lines: z.array(z.string()), details: z.optional(z.string()) }),
  ),
  /** The step that runs, or how it ended. */
  status: z.nullable(z.object({ tone: Tone, text: z.string() })),
  isBusy: z.boolean(),
  /** What changes, what breaks, and who sees more. */
  conclusion: z.array(z.object({ text: z.string(), tone: Tone })),
  /** In the order in which they are shown. */
  cards: z.array(Card),
  /** Null while the branches are not read, and after the branch was committed or merged. */
  form: z.nullable(Form),
  texts: z.object({
    copy: z.string(),
    refresh: z.string(),
    details: z.string(),
    conclusion: z.string(),
    /** The filters: their name, the one for everything, and the field for a part of a name. */
    filters: z.string(),
    all: z.string(),
    search: z.string(),
    nothingFound: z.string(),
    /** For screen readers, in front of lines. */
    removed: z.string(),
    added: z.string(),
  }),
});
export type ReviewContent = z.output<typeof ReviewContent>;

const Message = z.string().check(z.maxLength(100_000));

/** The text that the user entered. */
const ReviewAnswer = z.object({
  message: Message,
  confirmed: z.boolean(),
  keepBranch: z.boolean(),
});
export type ReviewAnswer = z.output<typeof ReviewAnswer>;

const nothing = z.object({});

export const reviewPageRequests = {
  loadReview: request(nothing, ReviewContent),
  open: request(z.object({ id: z.string() }), nothing, 60_000),
  /** Null: the review has changed since. */
  readDiff: request(z.object({ id: z.string() }), z.object({ diff: z.nullable(Diff) }), 60_000),
  refresh: request(nothing, nothing, 600_000),
  copy: request(nothing, nothing),
  /** The user changed the message. */
  draft: request(z.object({ message: Message }), nothing),
  /** Commits or merges. The answer is a change of the content. */
  act: request(ReviewAnswer, nothing),
};

export const reviewExtensionRequests = {
  contentChanged: request(ReviewContent, nothing, 5_000),
};
