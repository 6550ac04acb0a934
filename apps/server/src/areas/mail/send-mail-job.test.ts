import { expect, test } from 'vitest'
import type { Mail } from '#ports/mailer.ts'
import { insertMail } from '#store/outgoing-mail.ts'
import { testApp } from '#test/app.ts'
import { sendMailJob } from './send-mail-job.ts'

const mail = { to: 'iris@example.com', subject: 'Hello', text: 'Come in.\n\nhttp://localhost/join/abc' }

test('mail goes out once, and is tried again when the mail server was away', async () => {
  const t = await testApp()
  const sent: Mail[] = []
  let isAway = true
  const services = {
    ...t.app.services,
    mailer: {
      send: async (one: Mail) => {
        if (isAway) throw new Error('connection refused')
        sent.push(one)
      },
      close: async () => {},
    },
  }
  const run = () => sendMailJob.run(services, t.organizationId)
  await services.transact(t.organizationId, (tx) => insertMail(tx, mail))
  await run()
  isAway = false
  await run()
  expect(sent, 'not again at once').toEqual([])
  t.clock.advance({ minutes: 2 })
  await run()
  t.clock.advance({ days: 1 })
  await run()
  expect(sent).toEqual([mail])
})
