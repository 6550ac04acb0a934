import type { Args } from '@tagma/contract/define.ts'
import type { createScimClient as endpoint } from '@tagma/contract/endpoints/provisioning/create-scim-client.ts'
import { requireProof } from '#areas/sign-in/require-proof.ts'
import type { Call } from '#call/call.ts'
import { drawnLength, scimSecretOf } from '#http/credentials/access-token-form.ts'
import { badRequest } from '#model/refusal.ts'
import { insertScimClient, listScimClients } from '#store/people/scim-clients.ts'
import { mostScimClients, scimClientNameProblem } from './provisioning-rules.ts'

/**
 * Makes a SCIM client. It may do as much as the owner who makes it: mail to the address of an account can set its
 * password, so a client changes addresses only for an owner who may. Takes a proof that it is
 * the caller, because a browser that was left open shall not hand out a secret that lasts.
 */
export async function createScimClient(
  call: Call,
  { name, password, code, may_touch_owners: mayTouchOwners = false }: Args<typeof endpoint>,
): Promise<{ readonly id: number; readonly secret: string }> {
  const { services, directory, transact } = call
  const trimmed = name.trim()
  const problem = scimClientNameProblem(trimmed)
  if (problem !== undefined) throw badRequest(problem)
  await requireProof(call, { password, code })
  const secret = scimSecretOf(services.time.random.token(drawnLength))
  const id = await transact(async (tx) => {
    const caller = directory.users.get(call.caller.id) ?? call.caller
    if (!caller.canCreateUsers)
      throw badRequest(
        'You may not create accounts, so you cannot let a program do it: the permission can_create_users is given by `tagma grant`.',
      )
    if ((await listScimClients(tx.db, tx.organizationId)).length >= mostScimClients)
      throw badRequest(`An organization has at most ${mostScimClients} SCIM clients: remove one first.`)
    const mayChangeAddresses = caller.canChangeUserEmails
    const clientId = await insertScimClient(tx, secret, { name: trimmed, mayTouchOwners, mayChangeAddresses })
    tx.audit('scim_client.created', null, {
      client: clientId,
      may_touch_owners: mayTouchOwners,
      may_change_addresses: mayChangeAddresses,
    })
    return clientId
  })
  return { id, secret }
}
