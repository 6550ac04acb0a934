import type { Readable } from 'node:stream'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'

/** A page or file outside the API, such as the set-up page. */
export interface Page {
  /** HEAD is answered wherever GET is. */
  readonly method: 'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly path: string
  /** The rate limit that its requests count against, by the address that they come from. */
  readonly limit?: string
  readonly answer: (context: PageContext) => Promise<PageReply>
}

/** One request, as pages see it. What only some pages want to know is found out when they ask. */
export interface PageContext {
  readonly services: Services
  /** The parts of the path by name; under `*` what a star at its end stands for, decoded. */
  readonly path: Readonly<Record<string, string>>
  /** The fields of the query and of the form; where both have a name, that of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** The bytes of a body that is no form (`application/offset+octet-stream`); those that nobody reads are thrown away. */
  readonly body: Readable | undefined
  /** The address that the request comes from. */
  readonly address: string
  /** Name of the calling program, from its User-Agent. */
  readonly client: string
  /** UNIX seconds. */
  readonly now: number
  /** A header by its name in small letters; the first one where several have the name. */
  readonly header: (name: string) => string | undefined
  /** The organization that the host name belongs to. Throws a Refusal where there is none. */
  readonly directory: () => Promise<OrganizationDirectory>
  /**
   * The user whose credentials the request brings; undefined where it brings none. Throws a Refusal for wrong ones, and
   * for bots that can send messages and do nothing else.
   */
  readonly caller: () => Promise<UserRecord | undefined>
  /**
   * Counts against a rate limit, by the address unless another subject is named. Returns the page to answer with when the
   * limit is used up.
   */
  readonly tooMany: (limit: string, subject?: string) => PageReply | undefined
}

export interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | Readable
}
