import type { Call } from '#call/call.ts'
import type { CookieHeaders } from '#http/credentials/own-cookie.ts'
import type { UserRecord } from '#model/records.ts'
import { deviceOf } from './device-cookie.ts'
import { noteLogin } from './note-login.ts'
import { tellOfLogin } from './tell-of-login.ts'

/** A sign-in that is complete. `headers` are those of a browser. */
export type SignIn = Pick<Call, 'services' | 'directory' | 'address' | 'now' | 'userAgent'> & {
  readonly headers?: CookieHeaders
}

/**
 * Notes that somebody has proved who they are: their device and network, a line in the security log, and a mail to them
 * where one of the two is new.
 */
export async function completeSignIn(call: SignIn, user: UserRecord): Promise<void> {
  const device = deviceOf(call, call.services.config)
  const isNew = await noteLogin(call, user.id, device)
  if (isNew) await tellOfLogin(call, user)
  call.services.security.note('sign_in.succeeded', {
    organization: call.directory.organization.id,
    actor: user.id,
    address: call.address,
  })
}
