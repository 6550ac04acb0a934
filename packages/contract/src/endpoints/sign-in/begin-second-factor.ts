import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { proofErrors, proofParameters } from './proof-parameters.ts'

export const beginSecondFactor = endpoint({
  id: 'begin-second-factor',
  method: 'POST',
  path: '/tagma/second_factor',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Begin to set up a second factor.',
  doc: 'Draws a secret for an authenticator app. Nothing changes until a first code of it [confirms](confirm-second-factor) it, within 15 minutes. If you have a second factor, it counts until then, and the new secret takes its place: so you move to another phone. An endpoint of Tagma; Zulip has none for this.',
  params: proofParameters,
  returns: {
    secret: field(z.string(), 'The secret in groups of four letters, to type into an app.'),
    uri: field(z.string(), 'The same as an address that apps read: `otpauth://totp/…`.'),
    picture: field(z.string(), 'The address as a picture to scan: a `data:` address of an SVG.'),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'The server has lost its key.' }, ...proofErrors],
  example: {
    request: { password: 'warm colors for the poster' },
    response: {
      secret: 'jbsw-y3dp-ehpk-3pxp-jbsw-y3dp-ehpk-3pxp',
      uri: 'otpauth://totp/Example:iris%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Example',
      picture: 'data:image/svg+xml;base64,PHN2Zy8+',
    },
  },
})
