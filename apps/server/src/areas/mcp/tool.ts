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
  /** True if the tool changes something. It then also takes `dry_run`, `idempotency_key` and `plan`. */
  readonly writes: boolean
  /** True if the tool takes away what cannot be brought back. */
  readonly destroys: boolean
  readonly run: (use: ToolUse, args: never) => Promise<Fields>
  /** Returns what would happen, in a sentence, if a person should be asked first. */
  readonly asks?: ((use: ToolUse, args: never) => Promise<string | undefined>) | undefined
}

interface Definition<S extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly calls: readonly Endpoint[]
  readonly input: S
  readonly destroys?: true
  readonly run: (use: ToolUse, args: z.output<S>) => Promise<Fields>
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

/** Declares a tool. It writes if one of its endpoints does. */
export function tool<S extends z.ZodObject>(given: Definition<S>): Tool {
  const writes = given.calls.some(({ method }) => method !== 'GET')
  return {
    ...given,
    writes,
    destroys: given.destroys ?? false,
    input: writes ? given.input.extend(writing) : given.input,
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
