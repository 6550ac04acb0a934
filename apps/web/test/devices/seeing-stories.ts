import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { article, boxOf, patience, type RemoteStage } from './remote-stage.ts'

/** Stories of places, scrolling and looks, in which engines differ. */
export function seeingStories(story: RemoteStage): void {
  test('earlier messages load above, and what is being read stays where it is', async () => {
    const { browser, find } = story.page
    await browser.open(`${story.addressOf('colors')}/near/${story.world.colors.at(-1)}`)
    await find(article('Grey number 120'))
    const [id, top] = (await browser.run(String(scrollToTop))) as [string, number]
    await expect.poll(() => browser.run(String(firstArticle)), patience).not.toBe(id)
    const now = Number(await browser.run(String(topOf), id))
    expect(Math.abs(now - top)).toBeLessThan(2)
  })

  test('of many messages, only those become read that were on the screen', async () => {
    for (let count = 1; count <= 60; count++) await story.send('seen', `Unseen ${count}`)
    await story.openTopic('seen')
    await story.page.find(article('Unseen 1'))
    await expect.poll(() => unreadIn(story, 'seen'), patience).not.toContain('Unseen 1')
    expect(await unreadIn(story, 'seen')).toContain('Unseen 60')
    await story.page.click({ role: 'button', name: 'Newest' })
    await expect.poll(() => unreadIn(story, 'seen'), patience).not.toContain('Unseen 60')
    expect(await unreadIn(story, 'seen')).not.toEqual([])
  })

  test('text in Hebrew stands from right to left, in a message and in the box', async () => {
    await story.send('hebrew', 'שלום לכולם')
    await story.openTopic('hebrew')
    await story.page.find(article('שלום לכולם'))
    const sides =
      '(selector) => [...document.querySelectorAll(selector)].map((each) => getComputedStyle(each).direction)'
    expect(await story.page.browser.run(sides, 'article p')).toEqual(['rtl'])
    const [paragraph, text] = (await story.page.browser.run(String(rightEdges))) as [number, number]
    expect(Math.abs(paragraph - text)).toBeLessThan(2)
    await story.page.write(boxOf('hebrew'), 'שלום')
    expect(await story.page.browser.run(sides, '[data-composer] textarea')).toEqual(['rtl'])
    await story.page.write(boxOf('hebrew'), 'Hello')
    expect(await story.page.browser.run(sides, '[data-composer] textarea')).toEqual(['ltr'])
    await story.page.write(boxOf('hebrew'), '')
  })

  test('colors that are chosen on another device are there at once', async () => {
    await story.openTopic('logo')
    const ground = () =>
      story.page.browser.run('() => getComputedStyle(document.documentElement).backgroundColor')
    const choose = (color_scheme: 1 | 2 | 3) => story.world.people.iris.call(updateSettings, { color_scheme })
    await choose(3)
    await expect.poll(ground, patience).toBe('rgb(250, 247, 242)')
    await choose(2)
    await expect.poll(ground, patience).toBe('rgb(23, 20, 18)')
    await choose(1)
  })

  test('catching up goes from one unread conversation to the next by the space bar', async () => {
    await story.send('caught', 'One')
    await story.send('caught too', 'Two')
    await story.page.browser.open(`${story.server.url}/#catch-up`)
    await story.page.find({ role: 'main', text: '1 of ' })
    await story.page.press(' ')
    await story.page.find({ role: 'main', text: '2 of ' })
    expect(await story.page.all({ role: 'main', text: '1 of ' })).toEqual([])
  })
}

/** Texts that Iris has not read in a topic of design. */
async function unreadIn({ world }: RemoteStage, topic: string): Promise<string[]> {
  const { messages } = await world.people.iris.call(getMessages, {
    narrow: [
      { operator: 'channel', operand: world.channels.design, negated: false },
      { operator: 'topic', operand: topic, negated: false },
      { operator: 'is', operand: 'unread', negated: false },
    ],
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  })
  return messages.map(({ content }) => content)
}

// These run in the page.

/** Scrolls to the first message that is loaded; returns its id and where it stands. */
function scrollToTop(): [string, number] {
  const first = document.querySelector<HTMLElement>('article')!
  let scroller: Element = first
  while (scroller.scrollHeight <= scroller.clientHeight || getComputedStyle(scroller).overflowY !== 'auto')
    scroller = scroller.parentElement!
  scroller.scrollTop = 0
  return [first.dataset['id']!, first.getBoundingClientRect().top]
}

function firstArticle(): string | undefined {
  return document.querySelector<HTMLElement>('article')?.dataset['id']
}

function topOf(id: string): number | undefined {
  return document.querySelector(`article[data-id="${id}"]`)?.getBoundingClientRect().top
}

/** Right edges of a paragraph and of the text in it. */
function rightEdges(): [number, number] {
  const paragraph = document.querySelector('article p')!
  const range = document.createRange()
  range.selectNodeContents(paragraph)
  return [paragraph.getBoundingClientRect().right, range.getBoundingClientRect().right]
}
