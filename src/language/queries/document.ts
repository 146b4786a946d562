/** A query or test document as the language features read it. */

import type { QueryAt } from '../../model/documents/checkTestDocument.ts';
import { type DocumentKind, kindOfName } from '../../model/documents/documentKind.ts';
import { unreadDocument } from '../../model/documents/plainDocument.ts';
import { type QueryDocument, readQueryDocument } from '../../model/documents/queryDocument.ts';
import { queryShape } from '../../model/documents/queryShape.ts';
import type { MemberMention } from '../../model/documents/readShape.ts';
import type { MapShape } from '../../model/documents/shape.ts';
import { hasTests, readTestDocument, type TestDocument } from '../../model/documents/testDocument.ts';
import { testDocumentShape } from '../../model/documents/testShape.ts';
import type { Span } from '../../model/source/range.ts';
import { LineIndex } from '../../model/source/range.ts';
import type { Position, Range } from '../protocol/protocol.ts';

/** `path` is POSIX, relative to the project folder. */
export interface DocumentText {
  path: string;
  text: string;
  /** Why the text is not known. */
  unread?: string;
}

/** The known facts about other files of the project. */
export interface QueryFiles {
  queryAt?: QueryAt;
  /** Paths of query documents relative to the project folder. */
  paths?: () => readonly string[];
}

/** A text whose keys and values are data. */
export interface ShapedText {
  path: string;
  text: string;
  lines: LineIndex;
  shape: MapShape;
  isTooLarge: boolean;
}

export class LanguageDocument implements DocumentText, ShapedText {
  readonly path: string;
  readonly text: string;
  readonly kind: DocumentKind;
  readonly lines: LineIndex;
  readonly read: QueryDocument | TestDocument;

  constructor(kind: DocumentKind, { path, text, unread }: DocumentText) {
    this.kind = kind;
    this.path = path;
    this.text = text;
    this.lines = new LineIndex(text);
    const plain = unread === undefined ? undefined : unreadDocument(unread);
    this.read = kind === 'query' ? readQueryDocument(path, text, plain) : readTestDocument(path, text, plain);
  }

  get shape(): MapShape {
    return this.kind === 'query' ? queryShape : testDocumentShape;
  }

  get isTooLarge(): boolean {
    return this.read.isTooLarge;
  }

  get mentions(): readonly MemberMention[] {
    return 'tests' in this.read ? this.read.tests.flatMap(({ mentions }) => mentions) : this.read.mentions;
  }

  /** A test document without a list of tests belongs to another tool. */
  get isOurs(): boolean {
    return !('tests' in this.read) || this.read.isTooLarge || hasTests(this.read);
  }

  offsetAt(position: Position): number {
    return this.lines.offsetAt(position);
  }

  rangeOf(span: Span): Range {
    return this.lines.rangeOf(span);
  }
}

/** Undefined for files that are neither. Does not look at the folder that the file is in. */
export function languageDocument(source: DocumentText): LanguageDocument | undefined {
  if (source instanceof LanguageDocument) return source;
  const kind = kindOfName(source.path);
  return kind && new LanguageDocument(kind, source);
}
