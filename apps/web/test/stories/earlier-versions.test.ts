import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, stage, widths } from '#test/story.ts'

const story = stage()
const { addressIn, send } = inTopics(story)

test.each(widths)('%s, earlier versions name the channels and topics of each move', async (_, size) => {
  const { people, channels } = story.world
  const message_id = await send('otto', 'versions', 'Warm gray')
  const quiet = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
  const move = (to: { readonly topic?: string; readonly stream_id?: number }) =>
    people.otto.call(updateMessage, { message_id, propagate_mode: 'change_all', ...quiet, ...to })
  await people.otto.call(updateMessage, { message_id, content: 'Warm grey' })
  await move({ topic: 'palette' })
  await move({ stream_id: channels.engine, topic: 'print' })
  await move({ stream_id: channels.design })
  const page = await story.open('iris', { path: addressIn('design', 'print'), ...size })
  await articleOf(page, 'Warm grey').focus()
  await page.keyboard.press('Shift+H')
  const dialog = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect
    .poll(() => dialog.locator('.version-topic').allInnerTexts())
    .toEqual([
      '#engine > print → #design > print',
      '#design > palette → #engine > print',
      'versions → palette',
    ])
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
})
