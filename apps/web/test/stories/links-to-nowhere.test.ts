import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, stage, widths } from '#test/story.ts'

// A link to something that is gone says the same as a link to something that the reader may not see.

const story = stage()
const { addressOf, send, messagesOf } = inTopics(story)

const gone = 'This conversation is not there any more, or you may not see it.'
const goneMessage = 'This message is not there any more, or you may not see it.'

test.each(widths)(
  '%s, unknown and forbidden channels, and a topic without messages, say the same',
  async (_, size) => {
    const { design, secret } = story.world.channels
    // The browser logs each refused call.
    story.expectComplaint('status of 400')
    for (const path of [
      `/#narrow/channel/${secret}-secret/topic/plans`,
      `/#narrow/channel/${secret}-secret`,
      '/#narrow/channel/99999-nowhere/topic/plans',
      `/#narrow/channel/${design}-design/topic/never.20begun`,
    ]) {
      const page = await story.open('mia', { path, ...size })
      const sentence = page.getByRole('main').getByText(gone)
      await sentence.waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
      expect(await page.getByText('Invalid narrow').count()).toBe(0)
      expect(await accessibilityProblems(page, 'main')).toEqual([])
      await page.getByRole('main').getByRole('button', { name: 'Inbox' }).click()
      await expect.poll(() => new URL(page.url()).hash).toBe('#inbox')
    }
  },
)

test('in a channel that is not there, nothing can be begun', async () => {
  const { design } = story.world.channels
  const page = await story.open('mia', { path: `/#topics/channel/${design}-design` })
  const begin = page.getByRole('link', { name: 'New topic' })
  await begin.first().waitFor()
  story.expectComplaint('status of 400')
  await page.goto(`${page.url().split('#')[0]}#topics/channel/99999-nowhere`)
  await page.getByText('This channel does not exist').waitFor()
  expect(await begin.count()).toBe(0)
})

test('a link to a message that was deleted or is not for the reader says so, and shows its neighbours', async () => {
  const { otto } = story.world.people
  await send('otto', 'gaps', 'Before the gap')
  const id = await send('otto', 'gaps', 'Nobody reads this again')
  await send('otto', 'gaps', 'After the gap')
  await otto.call(deleteMessage, { message_id: id })
  const [forbidden] = await messagesOf('otto', 'plans', 'secret')
  const { design } = story.world.channels
  story.expectComplaint('status of 400')
  for (const path of [
    addressOf('gaps', `/near/${id}`),
    addressOf('gaps', `/near/${forbidden!.id}`),
    `/#narrow/channel/${design}-design/near/${id}`,
  ]) {
    const page = await story.open('mia', { path })
    await page.getByRole('alert').getByText(goneMessage).waitFor()
    await articleOf(page, 'After the gap').waitFor()
  }
  const page = await story.open('mia', { path: addressOf('gaps') })
  await articleOf(page, 'After the gap').waitFor()
  expect(await page.getByText(goneMessage).count()).toBe(0)
})
