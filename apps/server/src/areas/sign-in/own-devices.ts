import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { deleteKnownDevices, type KnownDevice, listKnownDevices } from '#store/people/known-devices.ts'

/** A device of the caller, as the API shows it. */
interface OwnDevice {
  readonly id: number
  readonly program: string
  readonly network: string
  readonly first_at: number
  readonly last_at: number
}

const present = ({ id, program, network, firstAt, lastAt }: KnownDevice): OwnDevice => ({
  id,
  program,
  network,
  first_at: firstAt,
  last_at: lastAt,
})

/** The devices that the caller has signed in with. */
export const ownDevices = async ({ db, caller, now }: Call): Promise<OwnDevice[]> =>
  (await listKnownDevices(db, caller.id, now)).map(present)

/** Forgets a device of the caller: the next sign-in with it is told by mail. Throws BAD_REQUEST for one that is not theirs. */
export async function forgetOwnDevice({ caller, transact }: Call, id: number): Promise<void> {
  await transact(async (tx) => {
    if ((await deleteKnownDevices(tx, caller.id, id)) === 0)
      throw badRequest('There is no such device: it may have been forgotten already.')
  })
}
