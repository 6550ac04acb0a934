import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { expect, test } from 'vitest'
import type { Wanted } from './remote-page.ts'
import { article, boxOf, patience, type RemoteStage } from './remote-stage.ts'

/** Stories that change what is there already, and one that brings a file. */
export function changingStories(story: RemoteStage): void {
  test('an edit that meets another one shows both texts, and loses none', async () => {
    const id = await story.world.send('iris', { channel: 'design', topic: 'edits' }, 'Warm grey')
    await story.openTopic('edits')
    await story.page.click(article('Warm grey'))
    await story.page.press('e')
    const box: Wanted = { role: 'textbox', name: 'Edit message' }
    await expect.poll(async () => (await story.page.find(box)).hasFocus, patience).toBe(true)
    await story.page.write(box, 'Warm grey, mine')
    await story.world.people.iris.call(updateMessage, {
      message_id: id,
      content: 'Warm grey, from elsewhere',
    })
    await story.page.find({ role: 'alert', text: 'Warm grey, from elsewhere' })
    expect((await story.page.find(box)).value).toBe('Warm grey, mine')
    await story.page.click({ role: 'button', name: 'Save mine' })
    await expect.poll(() => story.sentTo('edits'), patience).toEqual(['Warm grey, mine'])
    await story.page.gone(box)
  })

  test('messages move to another topic with those after them, and Undo brings them back', async () => {
    // Earlier stories left notices with the same button.
    const close: Wanted = { role: 'button', name: 'Close' }
    for (const _ of await story.page.all(close)) await story.page.click(close)
    for (const text of ['Part 1', 'Part 2', 'Part 3']) await story.send('moves', text)
    await story.openTopic('moves')
    await story.page.click(article('Part 2'))
    await story.page.press('m')
    const dialog: Wanted = { role: 'dialog', name: 'Move messages' }
    await story.page.find({ ...dialog, text: 'This and later: 2' })
    await story.page.write({ role: 'combobox', name: 'Topic', within: dialog }, 'moved')
    await story.page.find({ ...dialog, text: 'They begin the topic design > moved.' })
    await story.page.click({ role: 'button', name: 'Move', within: dialog })
    await story.page.gone(dialog)
    await expect
      .poll(() => story.sentTo('moved'), patience)
      .toEqual(expect.arrayContaining(['Part 2', 'Part 3']))
    expect(await story.sentTo('moves')).toEqual(['Part 1'])
    await story.page.click({ role: 'button', name: 'Undo' })
    await expect
      .poll(() => story.sentTo('moves'), patience)
      .toEqual(expect.arrayContaining(['Part 1', 'Part 2', 'Part 3']))
  })

  test('a vote in a poll counts, and is still there after a reload', async () => {
    await story.send('poll', '/poll Which grey?\nwarm\ncold')
    await story.openTopic('poll')
    await story.page.click({ role: 'button', name: 'warm, 0 votes' })
    await story.page.find({ role: 'button', name: 'warm, 1 vote' })
    await story.page.browser.reload()
    await story.page.find({ role: 'button', name: 'warm, 1 vote' })
    await story.page.find({ role: 'button', name: 'cold, 0 votes' })
    expect(await story.page.all({ role: 'button', name: 'warm, 0 votes' })).toEqual([])
  })

  test('a picture is sent, seen in its message, and enlarged', async () => {
    await story.send('picture', 'Hello')
    await story.openTopic('picture')
    await story.page.find(boxOf('picture'))
    await story.page.browser.run(String(choosePicture))
    await expect
      .poll(async () => (await story.page.find(boxOf('picture'))).value, patience)
      .toContain('grey.png')
    await story.page.click(boxOf('picture'))
    await story.page.press('Control+Enter')
    await expect.poll(() => story.page.browser.run(String(widthsOfPictures)), patience).toEqual([300])
    await story.page.click({ role: 'img', within: article('') })
    await story.page.find({ role: 'dialog', text: 'grey.png' })
    await story.page.press('Escape')
    await story.page.gone({ role: 'dialog', text: 'grey.png' })
  })
}

// These run in the page.

/** Draws a picture, and gives it to the box as the choice of files does. */
async function choosePicture(): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = 300
  canvas.height = 200
  canvas.getContext('2d')!.fillRect(0, 0, 150, 100)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  const data = new DataTransfer()
  data.items.add(new File([blob!], 'grey.png', { type: 'image/png' }))
  const input = document.querySelector<HTMLInputElement>('[data-composer] input[type=file]')!
  input.files = data.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Widths of the pictures in messages, as far as they are drawn. */
function widthsOfPictures(): number[] {
  return [...document.querySelectorAll<HTMLImageElement>('article a img, article .media img')].map(
    ({ naturalWidth }) => naturalWidth,
  )
}
