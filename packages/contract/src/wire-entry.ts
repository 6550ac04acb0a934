import type { Encoding, Method } from './define.ts'

/** The part of a parameter that is needed to send it. */
export interface WireParameter {
  readonly encoding: Encoding
  readonly takesRest?: true
}

/** An entry of `wire`: the part of the endpoint `E` that is needed to call it, with its types, without its schemas. */
export interface WireEntry<E> {
  readonly method: Method
  /** Below the root of the API; parameters in braces. */
  readonly path: string
  readonly params: Readonly<Record<string, WireParameter>>
  /** Never there: it carries the endpoint's types. */
  readonly declaration?: E
}
