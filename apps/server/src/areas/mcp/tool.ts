import type { Endpoint } from '@tagma/contract/define.ts'
import * as z from 'zod'
import type { ToolUse } from './tool-use.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * A tool for agents. It calls endpoints of the API and nothing else, so it does no more than its caller may. A tool is
 * there for callers who may call all of `calls`.
 */
export interface Tool {
  readonly name: string
  readonly title: string
  /** For the agent: the purpose, and what the answer holds. */
  readonly description: string
  readonly calls: readonly Endpoint[]
  readonly input: z.ZodObject
  /** The fields of its answer. */
  readonly output: z.ZodObject
  /** True if the tool changes something. It then also takes `dry_run`, `idempotency_key` and `plan`. */
  readonly writes: boolean
  /** True if the tool takes away what cannot be brought back. */
  readonly destroys: boolean
  readonly run: (use: ToolUse, args: never) => Promise<Fields>
  /** Returns what would happen, in a sentence, if a person should be asked first. */
  readonly asks?: ((use: ToolUse, args: never) => Promise<string | undefined>) | undefined
}

/** A picture in an answer: it stands beside the answer's fields. */
interface Picture {
  /** Its media type. */
  readonly picture?: string
  readonly base64?: string
}

interface Definition<S extends z.ZodObject, A extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly calls: readonly Endpoint[]
  readonly input: S
  readonly output: A
  readonly destroys?: true
  readonly run: (use: ToolUse, args: z.output<S>) => Promise<z.output<A> & Picture>
  readonly asks?: (use: ToolUse, args: z.output<S>) => Promise<string | undefined>
}

/** Fields that each writing tool takes. */
const writing = {
  dry_run: z.boolean().default(false).describe('True changes nothing, and answers what would happen.'),
  idempotency_key: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Your own name for this call. Called again with it, the tool changes nothing twice.'),
  plan: z.string().optional().describe('The plan of an earlier answer, after a person has agreed to it.'),
}

/** Fields of the answer of a writing tool that only tries; the others are missing then. */
const trying = {
  dry_run: z.literal(true).optional().describe('Nothing was changed: this says what would happen.'),
  effects: z
    .array(
      z.object({
        event: z.string().describe('Type of the event that clients would get.'),
        people: z.int().optional().describe('The number of people who would learn of it.'),
        messages: z.int().optional().describe('The number of messages that it is about.'),
      }),
    )
    .optional(),
  asks_first: z.string().optional().describe('What a person would be asked before.'),
}

/** Declares a tool. It writes if one of its endpoints does. */
export function tool<S extends z.ZodObject, A extends z.ZodObject>(given: Definition<S, A>): Tool {
  const writes = given.calls.some(({ method }) => method !== 'GET')
  return {
    ...given,
    writes,
    destroys: given.destroys ?? false,
    input: writes ? given.input.extend(writing) : given.input,
    output: writes ? given.output.partial().extend(trying) : given.output,
  }
}

/** Takes over parameters of an endpoint, with their schemas and their words. */
export const parametersOf = <E extends Endpoint, K extends keyof E['params'] & string>(
  { params }: E,
  names: readonly K[],
): { [N in K]: E['params'][N]['schema'] } =>
  Object.fromEntries(
    names.map((name) => {
      const parameter = params[name]
      return [name, parameter?.schema.describe(parameter.doc)]
    }),
  ) as { [N in K]: E['params'][N]['schema'] }

/** Takes over fields of an endpoint's answer, with their schemas and their words. */
export const answersOf = <E extends Endpoint, K extends keyof E['returns'] & string>(
  { returns }: E,
  names: readonly K[],
): { [N in K]: E['returns'][N] } =>
  Object.fromEntries(names.map((name) => [name, returns[name]])) as { [N in K]: E['returns'][N] }
