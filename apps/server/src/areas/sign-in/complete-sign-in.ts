import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { noteLogin } from './note-login.ts'
import { tellOfLogin } from './tell-of-login.ts'

/** Notes that somebody has proved who they are: their network, a mail to them, a line in the security log. */
export async function completeSignIn(
  call: Pick<Call, 'services' | 'directory' | 'address' | 'now' | 'userAgent'>,
  user: UserRecord,
): Promise<void> {
  await noteLogin(call, user.id)
  await tellOfLogin(call, user)
  call.services.security.note('sign_in.succeeded', {
    organization: call.directory.organization.id,
    actor: user.id,
    address: call.address,
  })
}
