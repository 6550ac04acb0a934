/**
 * SCIM 2.0 at /scim/v2 (RFC 7643, 7644), as Okta and Entra call it: accounts and groups follow a directory of people.
 *
 * A client has a secret of its own and acts for no account. What it changes goes through the actions of the API: events,
 * audit log and limits are theirs. A call is one transaction; a list costs one query for the client's own ids, and is
 * otherwise read from the directory in memory. See ADR 44.
 */

import type { Page, PageContext, PageReply } from '#http/page.ts'
import { listOf, providerConfig, resourceTypes, scimSchemas } from './describe-scim.ts'
import type { Resource } from './matches-filter.ts'
import { admitScim, type ScimCall, scimFailure, scimReply } from './scim-call.ts'
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from './scim-groups.ts'
import { ScimProblem } from './scim-problem.ts'
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from './scim-users.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Answers requests for all resources of a kind, and for one of them, by method. */
interface Kind {
  readonly all: Partial<Record<Method, (call: ScimCall) => Promise<PageReply>>>
  readonly one: Partial<Record<Method, (call: ScimCall, id: string) => Promise<PageReply>>>
}

const kinds: Readonly<Record<string, Kind>> = {
  users: {
    all: { GET: listScimUsers, POST: createScimUser },
    one: { GET: getScimUser, PUT: replaceScimUser, PATCH: patchScimUser, DELETE: deleteScimUser },
  },
  groups: {
    all: { GET: listScimGroups, POST: createScimGroup },
    one: { GET: getScimGroup, PUT: replaceScimGroup, PATCH: patchScimGroup, DELETE: deleteScimGroup },
  },
  serviceproviderconfig: { all: { GET: async ({ base }) => scimReply(200, providerConfig(base)) }, one: {} },
  resourcetypes: described(resourceTypes),
  schemas: described(scimSchemas),
}

function described(resourcesOf: (base: string) => readonly Resource[]): Kind {
  return {
    all: { GET: async ({ base }) => scimReply(200, listOf(resourcesOf(base))) },
    one: {
      GET: async ({ base }, id) => {
        const found = resourcesOf(base).find(
          (resource) => String(resource.id).toLowerCase() === id.toLowerCase(),
        )
        if (!found) throw new ScimProblem(404, 'There is no such description.')
        return scimReply(200, found)
      },
    },
  }
}

async function answer(context: PageContext, method: Method): Promise<PageReply> {
  try {
    const call = await admitScim(context)
    const [kindName = '', id, ...more] = (context.path['*'] ?? '').split('/').filter((part) => part !== '')
    const name = kindName.toLowerCase()
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind || more.length > 0)
      throw new ScimProblem(404, 'There is nothing at this address: resources are /Users and /Groups.')
    const methods = id === undefined ? kind.all : kind.one
    const run = methods[method]
    if (!run)
      throw new ScimProblem(405, `This address takes ${Object.keys(methods).join(', ') || 'no requests'}.`)
    return await run(call, id ?? '')
  } catch (error) {
    const reply = scimFailure(error)
    if (!reply) throw error
    return reply
  }
}

const pageOfMethod = (method: Method): Page => ({
  method,
  path: '/scim/v2/*',
  readsBody: true,
  answer: (context) => answer(context, method),
})

export const scimReadPage: Page = pageOfMethod('GET')
export const scimCreatePage: Page = pageOfMethod('POST')
export const scimReplacePage: Page = pageOfMethod('PUT')
export const scimPatchPage: Page = pageOfMethod('PATCH')
export const scimDeletePage: Page = pageOfMethod('DELETE')
