import { ApiError } from '@tagma/client/api-error.ts'
import { roles } from '@tagma/contract/roles.ts'
import { expect, test } from 'vitest'
import type { App } from '#state/use-app.ts'
import { invitePeople } from './invite-people.ts'

const terms = { role: roles.member, takesDefaultChannels: true, channelIds: [] }

const answering = (error?: Error) => {
  const asked: unknown[] = []
  const call = async (_endpoint: unknown, args: unknown) => {
    asked.push(args)
    if (error) throw error
  }
  return { app: { client: { call } } as unknown as Pick<App, 'client'>, asked }
}

test('addresses may be separated by commas, semicolons, spaces and lines', async () => {
  const { app, asked } = answering()
  const outcome = await invitePeople(app, 'a@x.org, b@x.org; c@x.org d@x.org\nEva Roth <e@x.org>', terms)
  expect(outcome).toEqual({ problem: undefined, refused: [], isSent: true })
  expect(asked).toEqual([
    {
      invitee_emails: 'a@x.org\nb@x.org\nc@x.org\nd@x.org\nEva Roth <e@x.org>',
      invite_as: 400,
      include_realm_default_subscriptions: true,
      stream_ids: [],
    },
  ])
})

test('each address that is refused comes with its reason, and it is known whether others were invited', async () => {
  const { app } = answering(
    new ApiError(400, {
      code: 'INVITATION_FAILED',
      msg: 'Some of them are here.',
      errors: [['a@x.org', 'Already has an account.', false]],
      sent_invitations: true,
    }),
  )
  expect(await invitePeople(app, 'a@x.org', terms)).toEqual({
    problem: 'Some of them are here.',
    refused: [{ email: 'a@x.org', reason: 'Already has an account.' }],
    isSent: true,
  })
})

test('other errors are not taken for refused addresses', async () => {
  const { app } = answering(new ApiError(400, { code: 'BAD_REQUEST', msg: 'Insufficient permission' }))
  await expect(invitePeople(app, 'a@x.org', terms)).rejects.toThrow('Insufficient permission')
})
