import type * as z from 'zod'
import type { Signature } from './signature.ts'

/** A message that an integration makes of a payload. */
export interface Post {
  /** Name of the event, for `only_events` and `exclude_events`. */
  readonly event?: string
  readonly topic: string
  /** Markdown. */
  readonly content: string
  /** The channel that the sender names. It counts where the address says `mapping=channels`. */
  readonly channel?: string
  /** The alerts that the message tells of, for addresses that say `resolve_topics=true`. */
  readonly alerts?: readonly AlertState[]
}

/** The state of something that can be over. */
export interface AlertState {
  /** Names it among all alerts of the service. */
  readonly id: string
  readonly isOpen: boolean
}

/** Fields of an answer that some services expect beside the common ones. Nothing is posted. */
export interface WantedAnswer {
  readonly answer: 'caller'
}

export type Outcome = Post | readonly Post[] | WantedAnswer

type OptionKind = 'text' | 'flag'

/** A parameter of an integration's address. */
export interface Option<Value = unknown> {
  readonly kind: OptionKind
  /** Name to show beside the input. */
  readonly label: string
  readonly initial: Value
}

/** Declares the parameters of an integration's address. */
export const option = {
  text: (label: string, initial = ''): Option<string> => ({ kind: 'text', label, initial }),
  flag: (label: string, initial = false): Option<boolean> => ({ kind: 'flag', label, initial }),
}

/** The option of integrations whose posts have `alerts`. */
export const resolveTopics = option.flag('Mark a topic as resolved when all its alerts are')

type Options = Readonly<Record<string, Option>>
type ValuesOf<O extends Options> = { readonly [K in keyof O]: O[K]['initial'] }

/** A payload as `read` gets it. */
export interface Received<Payload = unknown, Values = Readonly<Record<string, unknown>>> {
  readonly payload: Payload
  /** Header by its name in small letters. */
  readonly header: (name: string) => string | undefined
  /** Value of the header that `eventHeader` names; empty without one. */
  readonly event: string
  /** The fields of the address. */
  readonly query: Readonly<Record<string, string>>
  readonly options: Values
  /** True if the address fixes the topic: the text then has to name the thing that the topic would name. */
  readonly hasTopic: boolean
  /** Full names of people here, by the email addresses that `people` asked for. */
  readonly people: ReadonlyMap<string, string>
}

/** Groups on the page that lists all integrations. */
export type Group = 'code' | 'monitoring' | 'deployment' | 'tracking' | 'support' | 'money' | 'general'

/** Translates what a service sends into messages. */
export interface Integration {
  /** Last part of the address. The file has the same name. */
  readonly name: string
  /** Further names of the same address. */
  readonly aliases?: readonly string[]
  readonly label: string
  readonly group: Group
  /** Steps in the service, in Markdown. */
  readonly setup: string
  /** Events to choose from; null without a choice. */
  readonly events: readonly string[] | null
  /** Headers that may name the event, in small letters; the first one that is there counts. */
  readonly eventHeader?: string | readonly string[]
  readonly options: Options
  readonly signature?: Signature
  /** Finds the sender's name for a delivery that it may repeat. */
  readonly deliveryId?: (received: Pick<Received, 'payload' | 'header'>) => string | undefined
  /** Field of a form that holds the JSON. Without it, a form has to be the payload itself. */
  readonly payloadField?: string
  /** True if a form without JSON is the payload: an object of its fields. */
  readonly takesForms?: boolean
  /** True if the payload is in the address and the body may be empty. */
  readonly takesNoBody?: boolean
  /** True if the service escapes the channel and the topic of the address twice. */
  readonly unescapesAgain?: boolean
  /** Lists email addresses in the payload whose people here `read` wants to name. */
  readonly people?: (payload: unknown) => readonly string[]
  /** Fields that a success has beside the common ones. */
  readonly answer?: Readonly<Record<string, unknown>>
  readonly payload: z.ZodType
  readonly read: (received: Received) => Outcome
}

interface Declaration<S extends z.ZodType, O extends Options> extends Omit<
  Integration,
  'payload' | 'read' | 'options'
> {
  readonly options?: O
  /** Names the fields that are read, and lets all others pass. */
  readonly payload: S
  readonly read: (received: Received<z.output<S>, ValuesOf<O>>) => Outcome
}

/** Declares an integration. */
export function integration<S extends z.ZodType, const O extends Options = Options>(
  declaration: Declaration<S, O>,
): Integration {
  // `run` decodes payload and options before it calls `read`, so the wide types are right.
  return { ...declaration, options: declaration.options ?? {} } as unknown as Integration
}

/** Thrown for an event that the integration knows and does not post. */
export class UnsupportedEvent extends Error {
  readonly event: string

  constructor(event: string) {
    super(`Unsupported event ${event}`)
    this.event = event
  }
}

/** Thrown for a payload that is not of the service, with the places where it differs. */
export class MisfitPayload extends Error {
  readonly places: readonly string[]

  constructor(places: readonly string[]) {
    super(`The payload does not fit: ${places.join(', ')}`)
    this.places = places
  }
}

/** Thrown for a request that the integration can say more about: the sentence goes to the sender. */
export class UnusableRequest extends Error {}

export function unsupported(event: string): never {
  throw new UnsupportedEvent(event)
}

/** Returns a part of a payload in the form of a schema. Throws `MisfitPayload`. */
export function fit<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new MisfitPayload(parsed.error.issues.slice(0, 5).map(({ path }) => path.join('.') || 'payload'))
}
