import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { proofErrors, proofParameters } from './proof-parameters.ts'

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
  params: proofParameters,
  returns: {
    recovery_codes: field(z.array(z.string()), 'Ten codes. They are shown here and never again.'),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'You have no second factor.' }, ...proofErrors],
  example: {
    request: { code: '287082' },
    response: { recovery_codes: ['k4mz-q2ns-7hbt-ax3e', 'p6vd-yl5c-2wqj-ro4f'] },
  },
})
