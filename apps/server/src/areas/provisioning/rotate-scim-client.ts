import type { Args } from '@tagma/contract/define.ts'
import type { rotateScimClient as endpoint } from '@tagma/contract/endpoints/provisioning/rotate-scim-client.ts'
import type { Call } from '#call/call.ts'
import { drawnLength, scimSecretOf } from '#http/credentials/access-token-form.ts'
import { replaceScimSecret } from '#store/people/scim-clients.ts'
import { requirePassword } from './create-scim-client.ts'
import { requireScimClient } from './require-scim-client.ts'

/** Seconds for which a secret stays good after its rotation. */
const formerSeconds = 7 * 24 * 3600

/** Gives a SCIM client another secret. Throws AUTHENTICATION_FAILED for a wrong password of the caller. */
export async function rotateScimClient(
  call: Call,
  { scim_client_id: id, password, ends_former: endsFormer = false }: Args<typeof endpoint>,
): Promise<{ readonly secret: string }> {
  await requirePassword(call, password)
  const secret = scimSecretOf(call.services.time.random.token(drawnLength))
  await call.transact(async (tx) => {
    await requireScimClient(tx, id)
    await replaceScimSecret(tx, id, secret, endsFormer ? null : tx.now + formerSeconds)
    tx.audit('scim_client.rotated', null, { client: id, ends_former: endsFormer })
  })
  return { secret }
}
