import type { Args } from '@tagma/contract/define.ts'
import type { rotateScimClient as endpoint } from '@tagma/contract/endpoints/provisioning/rotate-scim-client.ts'
import { requireProof } from '#areas/sign-in/require-proof.ts'
import type { Call } from '#call/call.ts'
import { drawnLength, scimSecretOf } from '#http/credentials/access-token-form.ts'
import { replaceScimSecret } from '#store/people/scim-clients.ts'
import { requireScimClient } from './require-scim-client.ts'

/** Seconds for which a secret stays good after its rotation. */
const formerSeconds = 7 * 24 * 3600

/** Gives a SCIM client another secret. Takes a proof that it is the caller. */
export async function rotateScimClient(
  call: Call,
  { scim_client_id: id, password, code, ends_former: endsFormer = false }: Args<typeof endpoint>,
): Promise<{ readonly secret: string }> {
  await requireProof(call, { password, code })
  const secret = scimSecretOf(call.services.time.random.token(drawnLength))
  await call.transact(async (tx) => {
    await requireScimClient(tx, id)
    await replaceScimSecret(tx, id, secret, endsFormer ? null : tx.now + formerSeconds)
    tx.audit('scim_client.rotated', null, { client: id, ends_former: endsFormer })
  })
  return { secret }
}
