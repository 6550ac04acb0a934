import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { EndpointScope } from '@tagma/contract/scopes.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Wording } from '#words/words.ts'
import type { SignedIn } from './credentials/session-cookie.ts'
import type { EndpointCaller } from './endpoint-caller.ts'

/** A page or file outside the API, such as the set-up page. */
export interface Page {
  /** A page with GET answers HEAD too. */
  readonly method: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly path: string
  /** Rate limit for the page's requests, counted by address. */
  readonly limit?: string
  /** True for a form that only pages of this server may send, because it signs somebody in or out. */
  readonly isOwnForm?: true
  /** Bytes of a form; 16 KiB unless the page takes larger ones. */
  readonly maxFormBytes?: number
  /** True for a page that reads the body itself, by `readBody`. */
  readonly readsBody?: true
  readonly answer: (context: PageContext) => Promise<PageReply>
}

/** One request, as pages see it. Facts that few pages need are computed on first need. */
export interface PageContext {
  readonly services: Services
  /** Parts of the path by name; `*` is the decoded rest of a path that ends in a star. */
  readonly path: Readonly<Record<string, string>>
  /** The fields of the query and of the form; where both have a name, that of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** The query as it was sent, without its question mark. */
  readonly query: string
  /** Bytes of a body that is no form (`application/offset+octet-stream`); unread bytes are thrown away. */
  readonly body: Readable | undefined
  /** The address that the request comes from. */
  readonly address: string
  /** Name of the calling program, from its User-Agent. */
  readonly client: string
  /** UNIX seconds. */
  readonly now: number
  /** A header by its name in small letters; the first one where several have the name. */
  readonly header: (name: string) => string | undefined
  /** All headers, by their names in small letters. */
  readonly headers: IncomingHttpHeaders
  /** Returns the organization of the host name. Throws a Refusal for an unknown host. */
  readonly directory: () => Promise<OrganizationDirectory>
  /**
   * The user whose credentials the request brings: the header Authorization, or else a session, which counts for nothing
   * below /api. Undefined where it brings none, or a session that has ended. Throws a Refusal for a wrong key, for bots
   * that can send messages and do nothing else, for an access token without the scope, and where another site made a
   * browser send the request.
   */
  readonly caller: (scope: EndpointScope) => Promise<UserRecord | undefined>
  /**
   * The endpoints of the API for agents, called as the account whose key or access token the header Authorization brings:
   * tokens of OAuth too. A session does not count. `client` names the calling program. Throws a Refusal for missing or wrong credentials, and where
   * another site made a browser send the request.
   */
  readonly endpoints: (client: string) => Promise<EndpointCaller>
  /** Reads the body of a page with `readsBody`. Throws a Refusal for one of more than `maxBytes`. */
  readonly readBody: (maxBytes: number) => Promise<Buffer>
  /** The session that the request brings; undefined where it brings none, or one that has ended. */
  readonly session: () => Promise<SignedIn | undefined>
  /**
   * Counts against a rate limit, by the address unless another subject is named. Returns the page to answer with when the
   * limit is used up.
   */
  readonly tooMany: (limit: string, subject?: string) => PageReply | undefined
}

export interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A page for people is a function: it is written when the language of its reader is known. */
  readonly body: string | Uint8Array | Readable | Wording
  /** The page's reader, where that need not be the person of the session. */
  readonly reader?: UserRecord
  /** True for a 401 whose wrong credentials were counted when they were recognized. */
  readonly isCounted?: true
}
