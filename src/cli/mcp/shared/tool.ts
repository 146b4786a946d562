/**
 * A tool: its description for assistants, and what it does with its capability. A tool that only reads gets no capability to write, so that the
 * annotations, which are derived from the kind of the tool, cannot be wrong.
 */

import type { z } from 'zod';
import type { Answer } from './answer.ts';
import type { ReadCapability, WriteCapability } from './capability.ts';

/** The most characters of a description. */
export const maxDescription = 1_200;

interface Description<Input extends z.ZodRawShape> {
  /** Without the prefix `model_`. */
  name: string;
  title: string;
  /** The rules first. */
  description: string;
  input: Input;
}

interface ToolBase {
  name: string;
  title: string;
  description: string;
  input: z.ZodRawShape;
}

type Run<Capability, Input> = (capability: Capability, input: Input, signal: AbortSignal) => Promise<Answer>;

/** `run` throws UserError, CancelledError. */
export type Tool =
  | (ToolBase & { access: 'read'; run: Run<ReadCapability, never> })
  | (ToolBase & { access: 'write'; run: Run<WriteCapability, never> });

type Parsed<Input extends z.ZodRawShape> = z.output<z.ZodObject<Input>>;

export function readTool<Input extends z.ZodRawShape>(
  about: Description<Input>,
  run: Run<ReadCapability, Parsed<Input>>,
): Tool {
  return { ...about, access: 'read', run };
}

export function writeTool<Input extends z.ZodRawShape>(
  about: Description<Input>,
  run: Run<WriteCapability, Parsed<Input>>,
): Tool {
  return { ...about, access: 'write', run };
}

/** What the protocol tells a client about a tool. A tool reaches only the project, its database and its platform. */
export function annotationsOf({ title, access }: Pick<Tool, 'title' | 'access'>) {
  return {
    title,
    readOnlyHint: access === 'read',
    destructiveHint: false,
    idempotentHint: access === 'read',
    openWorldHint: false,
  };
}
