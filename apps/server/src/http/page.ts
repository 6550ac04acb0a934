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
  readonly answer: (request: PageRequest) => Promise<PageReply>
}

export interface PageRequest {
  readonly host: string
  /** The parts of the path by name; under `*` what a star at its end stands for, decoded. */
  readonly path: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly address: string
  /** The bytes of a body that is no form (`application/offset+octet-stream`); those that nobody reads are thrown away. */
  readonly body?: Readable
}

export interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | Readable
}

/** Makes a page with what it needs of the process. */
export type MakePage = (
  services: Services,
  organizationFor: (host: string) => Promise<OrganizationDirectory>,
  /** The user that the header Authorization names; undefined without one. Throws a Refusal for wrong credentials. */
  recognize: (header: string | undefined, directory: OrganizationDirectory) => UserRecord | undefined,
) => Page
