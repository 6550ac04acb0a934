import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Services } from '#server/call.ts'

/** A page or file outside the API, such as the set-up page. */
export interface Page {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answer: (request: PageRequest) => Promise<PageReply>
}

export interface PageRequest {
  readonly host: string
  readonly path: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly address: string
}

export interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Makes a page with what it needs of the process. */
export type MakePage = (
  services: Services,
  organizationFor: (host: string) => Promise<OrganizationDirectory>,
) => Page
