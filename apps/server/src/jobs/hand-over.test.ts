import { expect, test } from 'vitest'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { testApp } from '#test/app.ts'
import { handOver } from './hand-over.ts'
import type { MayGoOn } from './job.ts'

const patience = { firstWait: 60, longestWait: 3600, giveUpAfter: 24 * 3600 }

/** Returns mails in an outbox, and processes that hand them over one at a time. */
async function outbox(recipients: readonly string[]) {
  const t = await testApp()
  for (const to of recipients)
    await t.app.services.data.transact(t.organizationId, (tx) =>
      insertMail(tx, { to, subject: '', text: '' }),
    )
  return {
    t,
    run: (processId: string, send: (to: string) => Promise<void>, mayGoOn?: MayGoOn) =>
      handOver(
        { ...t.app.services, time: { ...t.app.services.time, processId } },
        t.organizationId,
        {
          table: 'outgoing_mail',
          batch: 10,
          width: 1,
          lease: 600,
          patience,
          send: (row) => send(row.recipient),
          setbackOf: () => 'row',
          note: () => {},
        },
        mayGoOn,
      ),
  }
}

test('what a killed process had in hand goes out as soon as another takes its place, the rest once', async () => {
  const { run } = await outbox(['a@example.com', 'b@example.com', 'c@example.com'])
  const sent: string[] = []
  const second = Promise.withResolvers<void>()
  // Never resolves: the process is killed while the mail server takes the second mail.
  void run('killed', async (to) => {
    sent.push(to)
    if (to !== 'b@example.com') return
    second.resolve()
    await new Promise(() => {})
  })
  await second.promise
  await run('next', async (to) => void sent.push(to))
  await run('next', async (to) => void sent.push(to))
  expect(sent).toEqual(['a@example.com', 'b@example.com', 'b@example.com', 'c@example.com'])
})

test('a process that is told to stop begins no more, and leaves the rest to the next at once', async () => {
  const { run } = await outbox(['a@example.com', 'b@example.com', 'c@example.com'])
  const sent: string[] = []
  let isStopping = false
  await run(
    'stopping',
    async (to) => {
      sent.push(to)
      isStopping = true
    },
    () => !isStopping,
  )
  expect(sent).toEqual(['a@example.com'])
  await run('next', async (to) => void sent.push(to))
  expect(sent).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
})
