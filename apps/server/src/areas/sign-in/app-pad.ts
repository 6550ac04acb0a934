import { textReply } from '#http/html.ts'
import type { PageReply } from '#http/page.ts'
import { isOnetimePad } from './app-token.ts'
import { desktopMark } from './flow-secrets.ts'

/**
 * The one-time pad that an app brings, as the cookie of a flow keeps it. Undefined where no app begins; `wrong` for one in
 * another form, and for two at once.
 */
export function appPad(fields: Readonly<Record<string, string>>): string | undefined {
  const { mobile_flow_otp: mobile, desktop_flow_otp: desktop } = fields
  const otp = mobile ?? desktop
  if (otp === undefined) return undefined
  if ((mobile !== undefined && desktop !== undefined) || !isOnetimePad(otp)) return 'wrong'
  return mobile === undefined ? desktopMark + otp : otp
}

export const wrongPad = (): PageReply => textReply(400, 'sign-in.pad.title', 'sign-in.pad.text')
