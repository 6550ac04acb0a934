import { errorCodes } from '@tagma/contract/errors.ts'
import type { SecurityEvent } from '#call/security-log.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { isWholeScimSecret } from '#http/credentials/access-token-form.ts'
import { addressKey } from '#http/networks.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import type { Authored } from '#model/audit.ts'
import { Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  findScimClient,
  findScimClientById,
  noteScimCall,
  type ScimClientRecord,
} from '#store/people/scim-clients.ts'
import { isResource, type Resource } from './matches-filter.ts'
import { invalid, ScimProblem } from './scim-problem.ts'

/** Seconds between two writings of a client's last call. */
const noteEvery = 600

/** Bytes of a body: a group with some 30,000 members. */
const largestBody = 4 * 1024 * 1024

/** A request of a SCIM client that was recognized. */
export interface ScimCall {
  readonly client: ScimClientRecord
  readonly directory: OrganizationDirectory
  readonly services: Services
  /** Address of SCIM in the organization, without a slash at the end. */
  readonly base: string
  /** The fields of the query. */
  readonly query: Readonly<Record<string, string>>
  /** Reads the JSON object of the body. Throws a ScimProblem for anything else. */
  readonly body: () => Promise<Resource>
  /** Runs the one write transaction of the call. */
  readonly transact: <T>(body: (tx: Tx) => Promise<T>) => Promise<T>
  /** Writes a line to the security log. */
  readonly note: (event: SecurityEvent, target: number) => void
}

/** Recognizes the client of a request. Throws a ScimProblem for a missing or wrong secret, a Refusal above a limit. */
export async function admitScim(context: PageContext): Promise<ScimCall> {
  const { services, address, now } = context
  const directory = await context.directory()
  const { id: organizationId } = directory.organization
  const secret = /^bearer +(\S+) *$/i.exec(context.header('authorization') ?? '')?.[1]
  if (secret === undefined)
    throw new ScimProblem(401, 'Send the secret of a SCIM client: Authorization: Bearer tgs_…')
  const client = isWholeScimSecret(secret)
    ? await findScimClient(services.data.db, organizationId, secret, now)
    : undefined
  if (!client) {
    services.security.noteRefused('scim_client.refused', {
      organization: organizationId,
      actor: null,
      address,
    })
    services.limits.countAgainst('wrong_key', `address ${addressKey(address)}`)
    throw new ScimProblem(401, 'This secret is wrong, or its client was removed: an owner makes another one.')
  }
  if (directory.organization.deactivatedAt !== null)
    throw new ScimProblem(403, 'This organization has been deactivated.')
  services.limits.countAgainst('scim', `client ${client.id}`)
  const by: Authored = { author: { kind: 'scim', id: null, credential: `scim ${client.id}`, address } }
  const call: ScimCall = {
    client,
    directory,
    services,
    base: `${organizationUrl(services.config, directory.organization)}/scim/v2`,
    query: context.fields,
    body: () => readJson(context),
    transact: (body) =>
      services.data.transact(
        organizationId,
        async (tx) => {
          // It may have been removed since.
          if (!(await findScimClientById(tx, client.id)))
            throw new ScimProblem(401, 'This SCIM client was removed: an owner makes another one.')
          return body(tx)
        },
        { by },
      ),
    note: (event, target) =>
      services.security.note(event, {
        organization: organizationId,
        actor: null,
        address,
        target,
        scim_client: client.id,
      }),
  }
  if (now - (client.calledAt ?? 0) >= noteEvery)
    await services.data.transact(organizationId, (tx) => noteScimCall(tx, client.id))
  return call
}

async function readJson(context: PageContext): Promise<Resource> {
  const type = context.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== undefined && type !== scimType && type !== 'application/json')
    throw new ScimProblem(415, `Send ${scimType} or application/json.`)
  const bytes = await context.readBody(largestBody)
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalid('invalidSyntax', 'The body is not valid JSON in UTF-8.')
  }
  if (!isResource(json)) throw invalid('invalidSyntax', 'The body is a JSON object.')
  return json
}

const scimType = 'application/scim+json'

/** Answer with a resource, or with none. */
export const scimReply = (
  status: number,
  resource?: Resource,
  headers: Readonly<Record<string, string>> = {},
): PageReply => ({
  status,
  headers: { 'content-type': `${scimType}; charset=utf-8`, 'cache-control': 'no-store', ...headers },
  body: resource === undefined ? '' : JSON.stringify(resource),
})

/** Answer for an error of the client; undefined for a fault of the server. */
export function scimFailure(error: unknown): PageReply | undefined {
  const problem = error instanceof Refusal ? problemOf(error) : error
  if (!(problem instanceof ScimProblem)) return undefined
  const { status, scimType: kind, message } = problem
  const reply = scimReply(
    status,
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(kind === undefined ? {} : { scimType: kind }),
      detail: message,
    },
    {
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="tagma"' } : {}),
      ...(error instanceof Refusal && error.code === 'RATE_LIMIT_HIT'
        ? { 'retry-after': String(Math.ceil(Number(error.fields['retry-after']))) }
        : {}),
    },
  )
  // Wrong secrets are counted when they are recognized.
  return { ...reply, isCounted: true }
}

function problemOf({ code, message }: Refusal): ScimProblem {
  const { status } = errorCodes[code]
  return new ScimProblem(status, message, code === 'BAD_REQUEST' ? 'invalidValue' : undefined)
}
