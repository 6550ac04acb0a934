import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { findScimClientById, type ScimClientRecord } from '#store/people/scim-clients.ts'

/** Finds a SCIM client of the organization. Throws BAD_REQUEST for an unknown id. */
export async function requireScimClient(tx: Tx, id: number): Promise<ScimClientRecord> {
  const client = await findScimClientById(tx, id)
  if (!client) throw badRequest('There is no such SCIM client: it may have been removed already.')
  return client
}
