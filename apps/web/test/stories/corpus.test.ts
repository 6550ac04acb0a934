import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { expect, test } from 'vitest'
import { addressesOf, trouble } from '#test/hostile.ts'
import { inTopics } from '#test/in-topics.ts'
import { phone, stage, viewports } from '#test/story.ts'

// The whole corpus of the renderer, with its attacks, as messages of a real server in a real browser under its policy.

const story = stage()
const { addressOf } = inTopics(story)

const folder = join(import.meta.dirname, '../../../../packages/markdown/golden')
/** Messages that the page has around one that an address names, on each side. */
const around = 8

/** The texts of all golden files: each stands between a line that begins with `§` and a line `→`. */
const texts = globSync('*.txt', { cwd: folder })
  .toSorted()
  .flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split(/^§ .*\n/m)
      .slice(1),
  )
  .map((block) => block.slice(0, block.search(/^→$/m)).trim())
  .filter((text) => text !== '')

test('nothing of the renderer’s corpus runs, asks another server, or is wider than the window', async () => {
  expect(texts.length).toBeGreaterThan(200)
  const { otto } = story.world.people
  const ids: number[] = []
  for (const content of texts) {
    const { id } = await otto
      .call(sendMessage, { type: 'channel', to: story.world.channels.design, topic: 'corpus', content })
      // Commands that need more than their name are refused.
      .catch(() => ({ id: undefined }))
    if (id !== undefined) ids.push(id)
  }
  expect(ids.length).toBeGreaterThan(texts.length - 10)
  // Pictures that the corpus names are not there.
  story.expectComplaint(/404/)
  const page = await story.open('iris', { path: '/#recent' })
  const seen = new Set<number>()
  for (let at = around; at - around < ids.length; at += 2 * around) {
    const id = ids[Math.min(at, ids.length - 1)]!
    await page.evaluate((hash) => location.assign(hash), addressOf('corpus', `/near/${id}`).slice(1))
    await page.locator(`article[data-id="${id}"]`).waitFor()
    await expect
      .poll(async () => {
        for (const each of await page.getByRole('article').all())
          seen.add(Number(await each.getAttribute('data-id')))
        return ids.slice(Math.max(0, at - around), at + around).filter((each) => !seen.has(each))
      })
      .toEqual([])
    for (const size of [viewports.phone, viewports.desk]) {
      await page.setViewportSize(size)
      expect(await trouble(page)).toEqual([])
    }
    expect(await addressesOf(page)).toEqual([])
  }
  expect(seen.size).toBeGreaterThanOrEqual(ids.length)
})

test('ten thousand combining marks stay in their message', async () => {
  const marks = `Z${'\u0301'.repeat(9900)} above`
  await story.world.send('otto', { channel: 'design', topic: 'marks' }, 'Before')
  await story.world.send('otto', { channel: 'design', topic: 'marks' }, marks)
  await story.world.send('otto', { channel: 'design', topic: 'marks' }, 'After')
  for (const size of [{}, phone]) {
    const page = await inTopics(story).open('iris', 'marks', size)
    const article = page.getByRole('article').filter({ hasText: 'above' })
    await article.waitFor()
    expect(await trouble(page)).toEqual([])
    const isClipped = await article
      .locator('.message-html')
      .evaluate((body) =>
        [body, ...body.querySelectorAll('p')].some((each) =>
          /clip|hidden/.test(getComputedStyle(each).overflowY),
        ),
      )
    expect(isClipped).toBe(true)
  }
})
