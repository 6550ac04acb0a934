import * as z from 'zod'
import type { ErrorCode } from './errors.ts'

/** What changed at which feature level, oldest first: `[{ level: 92, text: 'Was false by default.' }]`. */
export interface Change {
  readonly level: number
  readonly text: string
}

/**
 * How a parameter travels.
 * - `text`: the raw string.
 * - `json`: JSON inside the form or the query: lists, objects, integers, booleans.
 * - `either`: JSON if it parses and fits, otherwise the raw string.
 * - `path`: a part of the path; integers and strings.
 * - `upload`: a file of a multipart body.
 */
export type Encoding = 'text' | 'json' | 'either' | 'path' | 'upload'

export interface Parameter<S extends z.ZodType = z.ZodType> {
  readonly encoding: Encoding
  readonly schema: S
  /** One or more sentences of Markdown. */
  readonly doc: string
  /** The feature level that added the parameter, when later than the endpoint itself. */
  readonly since?: number
  /** The feature level that deprecated it. */
  readonly deprecated?: number
  readonly changes?: readonly Change[]
  /** Of a part of the path that is the last one: it is the rest of the path, slashes included. */
  readonly takesRest?: true
  /** It is taken from the body only: addresses are kept in logs. */
  readonly secret?: true
  /** Of an upload: the largest file in MiB; the server's limit of uploads when omitted. */
  readonly maxMib?: number
}

interface ParameterNotes {
  readonly secret?: true
  readonly takesRest?: true
  readonly since?: number
  readonly deprecated?: number
  readonly changes?: readonly Change[]
}

function parameter(encoding: Encoding) {
  return <S extends z.ZodType>(schema: S, doc: string, notes: ParameterNotes = {}): Parameter<S> => ({
    encoding,
    schema,
    doc,
    ...notes,
  })
}

/** A raw string. */
export const text = parameter('text')
/** A JSON value: list, object, integer or boolean. `null` stands for "not given" where null is no value of its own. */
export const json = parameter('json')
/** A string that some clients send raw and others JSON-encoded. */
export const either = parameter('either')
/** A part of the path. */
export const inPath = parameter('path')

/** A file as a client sends it in a multipart body. */
export interface OutgoingFile {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A file that came with a multipart body: on the server's disk, however large, until the request has been answered. */
export interface UploadedFile {
  /** As the client calls it; nothing to build a path from. */
  readonly filename: string
  /** As the client claims. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** Where it lies. */
  readonly path: string
  /** The whole of it; for files that are known to be small. */
  read(): Promise<Uint8Array>
}

/** The files of a multipart body, under whatever field names the client chose. */
export const upload = (
  doc: string,
  { maxMib, ...notes }: ParameterNotes & { readonly maxMib?: number } = {},
): Parameter<z.ZodType<readonly UploadedFile[], readonly OutgoingFile[]>> => ({
  encoding: 'upload',
  // What the server hands over stands for what the client has sent; neither is decoded.
  schema: z.custom<readonly UploadedFile[]>() as unknown as z.ZodType<
    readonly UploadedFile[],
    readonly OutgoingFile[]
  >,
  doc,
  ...notes,
  ...(maxMib === undefined ? {} : { maxMib }),
})

/** Files that may be left out. */
export const optionalUpload = (
  doc: string,
  notes?: ParameterNotes & { readonly maxMib?: number },
): Parameter<z.ZodType<readonly UploadedFile[], readonly OutgoingFile[] | undefined>> => upload(doc, notes)

export type Parameters = Readonly<Record<string, Parameter>>
export type Fields = Readonly<Record<string, z.ZodType>>

/**
 * Who may call an endpoint. A role includes the more privileged ones.
 * `anyone` needs no authentication; `guest` is every user with an account.
 */
export type RoleFloor = 'anyone' | 'guest' | 'member' | 'moderator' | 'administrator' | 'owner'

export interface DeclaredError {
  readonly code: ErrorCode
  /** A sentence that says what causes it. */
  readonly when: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint<P extends Parameters = Parameters, R extends Fields = Fields> {
  /** The operation id: also the name of its files and of its documentation page. */
  readonly id: string
  readonly method: Method
  /** Below `/api/v1`; parameters in braces. */
  readonly path: string
  readonly role: RoleFloor
  /** False when bots are refused. */
  readonly bots?: boolean
  /**
   * True where bots of the type incoming webhook may call it. They are refused everywhere else, except where nobody needs
   * an account: they can send, and see nothing.
   */
  readonly incomingWebhooks?: true
  /**
   * What people without an account get of it, where the organization lets them read web-public channels: a sentence for
   * the documentation. Omitted where they get nothing.
   */
  readonly spectators?: string
  /** The feature level that added the endpoint; omitted when it was always there. */
  readonly since?: number
  readonly deprecated?: number
  /** One line, imperative. */
  readonly summary: string
  /** Markdown for the documentation page. */
  readonly doc?: string
  readonly params: P
  /** The fields of a success answer beside `result` and `msg`. */
  readonly returns: R
  readonly errors?: readonly DeclaredError[]
  readonly changes?: readonly Change[]
  readonly example: {
    readonly request: Readonly<Record<string, unknown>>
    readonly response: Readonly<Record<string, unknown>>
  }
  /**
   * A limit of its own beside the one for all calls, for what is dear or can be guessed at:
   * the name of a row in the table of rate limits.
   */
  readonly limit?: string
  /** Bytes of the longest form it takes, files left out; `limits.maxFormBytes` when omitted. */
  readonly maxFormBytes?: number
}

/** Declares an endpoint. Everything else (decoding, types, documentation, OpenAPI) follows from this value. */
export function endpoint<const P extends Parameters, const R extends Fields>(
  definition: Endpoint<P, R>,
): Endpoint<P, R> {
  return definition
}

type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]
type Optionalized<T> = Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>
type Flat<T> = { [K in keyof T]: T[K] }

/** What a handler receives: decoded, validated, defaults filled in. */
export type Args<E> = E extends Endpoint<infer P> ? { [K in keyof P]: z.output<P[K]['schema']> } : never
/** What a client passes. */
export type Input<E> =
  E extends Endpoint<infer P>
    ? Flat<Optionalized<{ -readonly [K in keyof P]: z.input<P[K]['schema']> }>>
    : never
/** What a handler answers and a client gets, without `result` and `msg`. */
export type Answer<E> =
  E extends Endpoint<Parameters, infer R>
    ? Flat<Optionalized<{ -readonly [K in keyof R]: z.output<R[K]> }>>
    : never

export interface EventDefinition<
  T extends string = string,
  O extends string | undefined = string | undefined,
  F extends Fields = Fields,
> {
  readonly type: T
  readonly op?: O
  readonly since?: number
  readonly deprecated?: number
  readonly doc: string
  readonly fields: F
  readonly changes?: readonly Change[]
  readonly example: Readonly<Record<string, unknown>>
}

/** Declares an event that clients receive from GET /events. One value for each `type` and `op`. */
export function event<
  const T extends string,
  const F extends Fields,
  const O extends string | undefined = undefined,
>(definition: EventDefinition<T, O, F>): EventDefinition<T, O, F> {
  return definition
}

/** An event's payload as the server writes it: its fields with `type` and, where it has one, `op`. */
export type Payload<D> =
  D extends EventDefinition<infer T, infer O, infer F>
    ? Flat<
        { type: T } & (O extends string ? { op: O } : unknown) &
          Optionalized<{ -readonly [K in keyof F]: z.output<F[K]> }>
      >
    : never

/**
 * Documents a field of an answer, an event or an object.
 * @example field(z.int(), 'UNIX seconds.', { since: 30 })
 */
export function field<S extends z.ZodType>(
  schema: S,
  description: string,
  notes: { since?: number; deprecated?: number; changes?: readonly Change[] } = {},
): S {
  const { since, deprecated, changes } = notes
  return schema.meta({
    description,
    ...(since === undefined ? {} : { 'x-since': since }),
    ...(deprecated === undefined ? {} : { deprecated: true, 'x-deprecated-since': deprecated }),
    ...(changes === undefined ? {} : { 'x-changes': changes }),
  })
}
