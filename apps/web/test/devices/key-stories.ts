import { expect, test } from 'vitest'
import type { Wanted } from './remote-page.ts'
import { article, boxOf, patience, type RemoteStage } from './remote-stage.ts'

/** Stories told with keys: where the focus goes, what is offered, what a browser does with them itself. */
export function keyStories(story: RemoteStage): void {
  focusStories(story)
  boxStories(story)
  choosingStories(story)
}

async function focusIsIn({ page }: RemoteStage, wanted: Wanted): Promise<void> {
  await expect.poll(async () => (await page.find(wanted)).hasFocus, patience).toBe(true)
}

const valueOf = async ({ page }: RemoteStage, topic: string) => (await page.find(boxOf(topic))).value

function focusStories(story: RemoteStage): void {
  test('the palette opens by its key, finds a conversation, and Escape gives the focus back', async () => {
    await story.openTopic('colors')
    await story.page.write(boxOf('colors'), 'Half')
    const palette: Wanted = { role: 'dialog', name: 'Command palette' }
    await story.page.press('Control+k')
    await story.page.find(palette)
    await story.page.press('Escape')
    await story.page.gone(palette)
    await focusIsIn(story, boxOf('colors'))
    await story.page.write(boxOf('colors'), '')
    await story.page.press('Control+k')
    await story.page.find(palette)
    await story.page.type('logo')
    await story.page.find({ role: 'option', text: 'logo', within: palette })
    await story.page.press('Enter')
    await story.page.find({ role: 'heading', name: 'logo' })
    expect(await story.page.all(palette)).toEqual([])
  })

  test('Escape leads from the box to the messages, and a letter back', async () => {
    await story.send('leave', 'Hello')
    await story.openTopic('leave')
    await story.page.write(boxOf('leave'), 'Half')
    await story.page.press('Escape')
    await focusIsIn(story, article('Hello'))
    await story.page.press('r')
    await focusIsIn(story, boxOf('leave'))
    expect(await valueOf(story, 'leave')).toBe('Half')
    await story.page.write(boxOf('leave'), '')
  })
}

function boxStories(story: RemoteStage): void {
  test('a person is offered while one writes, and chosen by keys', async () => {
    await story.send('offer', 'Hello')
    await story.openTopic('offer')
    await story.page.write(boxOf('offer'), '@ott')
    await story.page.find({ role: 'option', name: 'Otto Lindqvist' })
    await story.page.press('Enter')
    await expect.poll(() => valueOf(story, 'offer'), patience).toBe('@**Otto Lindqvist** ')
    await story.page.type('look')
    await story.page.press('Control+Enter')
    await expect.poll(() => story.sentTo('offer'), patience).toEqual(['Hello', '@**Otto Lindqvist** look'])
    const { html } = await story.page.find(article('@Otto Lindqvist look'))
    expect(html).toContain('user-mention')
  })

  test('a key sets what is marked in bold, and undoing takes it back', async () => {
    await story.openTopic('logo')
    await story.page.write(boxOf('logo'), 'grey')
    await story.page.press('Control+a')
    await story.page.press('Control+b')
    await expect.poll(() => valueOf(story, 'logo'), patience).toBe('**grey**')
    // WebKit's small browser has no key for it.
    await story.page.browser.run('() => document.execCommand("undo")')
    await expect.poll(() => valueOf(story, 'logo'), patience).toBe('grey')
    await story.page.write(boxOf('logo'), '')
  })
}

function choosingStories(story: RemoteStage): void {
  test('an emoji is found by its name, and becomes a reaction', async () => {
    await story.send('emoji', 'React by name')
    await story.openTopic('emoji')
    await story.page.click(article('React by name'))
    await story.page.type(':')
    await story.page.find({ role: 'dialog', name: 'Emoji' })
    await story.page.find({ role: 'option' })
    await story.page.type('turtle')
    await story.page.find({ role: 'option', name: 'turtle' })
    await story.page.press('Enter')
    await story.page.find({ role: 'button', name: 'turtle: 1, you' })
    await expect.poll(() => story.page.all({ role: 'dialog', name: 'Emoji' }), patience).toEqual([])
  })

  test('a condition of a search is chosen by keys, and becomes a chip', async () => {
    await story.send('filter', 'Vermilion by Otto')
    await story.world.send('iris', { channel: 'design', topic: 'filter' }, 'Vermilion by Iris')
    await story.page.browser.open(`${story.server.url}/#inbox`)
    await story.page.find({ role: 'region', name: 'Conversations' })
    await story.page.press('/')
    await focusIsIn(story, { role: 'searchbox', name: 'Search' })
    await story.page.type('vermilion otto')
    await story.page.find({ role: 'option', name: 'from Otto Lindqvist' })
    await story.page.press('ArrowDown')
    await story.page.press('Enter')
    await story.page.find({ role: 'button', name: 'from Otto Lindqvist' })
    const results: Wanted = { role: 'link', text: 'by', within: { role: 'list', name: 'Search results' } }
    await expect.poll(async () => (await story.page.all(results)).length, patience).toBe(1)
    expect((await story.page.find(results)).html).toContain('Otto')
  })
}
