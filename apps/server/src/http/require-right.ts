import type { Endpoint, RoleFloor } from '@tagma/contract/define.ts'
import { type Role, roles } from '@tagma/contract/objects/user.ts'
import { isAtLeast } from '@tagma/rules/roles.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { refuseIncomingWebhook } from './credentials/basic-key.ts'
import { requireScope } from './credentials/require-scope.ts'
import type { Admitted } from './http-call.ts'

const floors: Readonly<Record<RoleFloor, Role>> = {
  anyone: roles.guest,
  guest: roles.guest,
  member: roles.member,
  moderator: roles.moderator,
  administrator: roles.administrator,
  owner: roles.owner,
}
const floorRefusals: Readonly<Record<RoleFloor, string>> = {
  anyone: '',
  guest: '',
  member: 'Not allowed for guest users',
  moderator: 'Must be an organization moderator',
  administrator: 'Must be an organization administrator',
  owner: 'Must be an organization owner',
}

/** Throws a Refusal unless the caller's kind and role, and the scopes of an access token, allow the call. */
export function requireRight(
  endpoint: Endpoint,
  caller: UserRecord,
  { token }: Pick<Admitted, 'token'>,
): void {
  const floor = floors[endpoint.role]
  requireScope(token, endpoint.scope)
  if (!endpoint.incomingWebhooks && endpoint.role !== 'anyone') refuseIncomingWebhook(caller)
  if (!isAtLeast(caller, floor)) {
    throw floor === roles.member
      ? badRequest(floorRefusals[endpoint.role])
      : new Refusal('UNAUTHORIZED_PRINCIPAL', floorRefusals[endpoint.role])
  }
  if (endpoint.bots === false && caller.botType !== null)
    throw badRequest('This endpoint does not accept bot requests.')
}
