import * as z from 'zod'
import { endpoint, json } from '../../define.ts'
import { proofErrors, proofParameters } from './proof-parameters.ts'

export const stepUp = endpoint({
  id: 'step-up',
  method: 'POST',
  path: '/tagma/step_up',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Prove that it is you.',
  doc: 'For 15 minutes, calls of this session that hand out keys, or change how you or others sign in, need no other proof. An endpoint of Tagma; Zulip has none for this.',
  params: {
    ...proofParameters,
    passkey: json(
      z.record(z.string(), z.unknown()).optional(),
      'What the browser has made of [the question for a passkey](ask-for-passkey): the credential’s `toJSON()`. It takes the place of the other two.',
    ),
  },
  returns: {},
  errors: proofErrors,
  example: { request: { code: '287082' }, response: {} },
})
