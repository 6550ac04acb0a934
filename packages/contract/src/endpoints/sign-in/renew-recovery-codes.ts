import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'

export const renewRecoveryCodes = endpoint({
  id: 'renew-recovery-codes',
  method: 'POST',
  path: '/tagma/second_factor/recovery_codes',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Make new recovery codes.',
  doc: 'The earlier ones end. An endpoint of Tagma; Zulip has none for this.',
  params: {
    code: text(z.string(), 'The code of your authenticator app, or a recovery code.', { secret: true }),
  },
  returns: {
    recovery_codes: field(z.array(z.string()), 'Ten codes. They are shown here and never again.'),
  },
  errors: [
    { code: 'AUTHENTICATION_FAILED', when: 'The code is wrong, or was used before.' },
    { code: 'BAD_REQUEST', when: 'You have no second factor.' },
  ],
  example: {
    request: { code: '287082' },
    response: { recovery_codes: ['k4mz-q2ns-7hbt-ax3e', 'p6vd-yl5c-2wqj-ro4f'] },
  },
})
