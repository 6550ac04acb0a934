import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { parseFields } from '#http/parse-form.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { BasicKeys } from './basic-key.ts'

const keyLength = 32

/** Ids of users by their keys, as they were found. A key that was replaced is found to be wrong when it is used. */
const found = new WeakMap<OrganizationDirectory, Map<string, number>>()

/**
 * Recognizes a user by the API key alone: as a bearer token, or in the parameter `api_key` of the address, with white
 * space around it ignored. The header Authorization counts first. Throws a Refusal for a missing or wrong key.
 */
export function recognizeByAddress(
  keys: BasicKeys,
  request: IncomingMessage,
  directory: OrganizationDirectory,
): UserRecord {
  const { authorization } = request.headers
  const bearer = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  const basic = bearer === undefined ? keys.recognize(authorization, directory) : undefined
  if (basic) return basic
  const key = bearer ?? keyOfAddress(request)
  if (key === undefined || key === '')
    throw new Refusal('REQUEST_VARIABLE_MISSING', `Missing 'api_key' argument`, { var_name: 'api_key' })
  if (Buffer.byteLength(key) !== keyLength) throw new Refusal('INVALID_API_KEY', 'Malformed API key')
  const user = userByKey(directory, key)
  if (!user) throw new Refusal('INVALID_API_KEY', 'Invalid API key')
  if (directory.organization.deactivatedAt !== null)
    throw new Refusal('REALM_DEACTIVATED', 'This organization has been deactivated')
  if (!user.isActive) throw new Refusal('USER_DEACTIVATED', 'Account is deactivated')
  return user
}

/** Returns the parameter `api_key` of a request's address. */
export function keyOfAddress({ url = '' }: IncomingMessage): string | undefined {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  return parseFields(query).api_key?.trim()
}

function userByKey(directory: OrganizationDirectory, key: string): UserRecord | undefined {
  let known = found.get(directory)
  if (!known) found.set(directory, (known = new Map<string, number>()))
  const id = known.get(key)
  const remembered = id === undefined ? undefined : directory.users.get(id)
  if (remembered?.apiKey === key) return remembered
  known.delete(key)
  const given = Buffer.from(key)
  for (const user of directory.users.values()) {
    const expected = Buffer.from(user.apiKey)
    if (expected.length === keyLength && timingSafeEqual(expected, given)) {
      known.set(key, user.id)
      return user
    }
  }
  return undefined
}
