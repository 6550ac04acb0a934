import { expect, test } from 'vitest'
import { changingStories } from './changing-stories.ts'
import { keyStories } from './key-stories.ts'
import type { RemoteBrowser } from './remote-browser.ts'
import type { Wanted } from './remote-page.ts'
import { article, boxOf, patience, type RemoteStage, remoteStage } from './remote-stage.ts'
import { seeingStories } from './seeing-stories.ts'

/** Tells the main stories in a browser that Playwright does not drive as Debian builds it. */
export function mainStories(start: () => Promise<RemoteBrowser>): void {
  const story = remoteStage(start)
  // The first one signs in.
  readingStories(story)
  writingStories(story)
  seeingStories(story)
  keyStories(story)
  changingStories(story)
}

function readingStories(story: RemoteStage): void {
  test('a link to a message leads over the sign-in page to that message', async () => {
    const id = story.world.colors[59]!
    await story.page.browser.open(`${story.addressOf('colors')}/near/${id}`)
    await story.page.write({ role: 'textbox', name: 'Email address' }, story.world.people.iris.email)
    // A field for a password has no role: the form knows it by its own name.
    await story.page.browser.run('() => document.querySelector("input[name=password]").focus()')
    await story.page.type(story.world.people.iris.password)
    await story.page.press('Enter')
    await story.page.find({ role: 'heading', name: 'colors' })
    const { top } = await story.page.find(article('Grey number 60'))
    expect(top).toBeGreaterThan(0)
    expect(top).toBeLessThan(900)
    expect(await story.page.browser.run('() => location.hash')).toContain(`/near/${id}`)
  })

  test('the lists show the conversations, and a row opens one', async () => {
    await story.page.browser.open(`${story.server.url}/#inbox`)
    const row: Wanted = { role: 'link', name: 'logo', within: { role: 'region', name: 'Conversations' } }
    await story.page.click(row)
    await story.page.find({ role: 'heading', name: 'logo' })
    const { html } = await story.page.find(article('The logo is round now.'))
    expect(html).toContain('<strong>round</strong>')
    await story.page.find({ role: 'navigation', name: 'Places' })
  })

  test('a reaction is added by its key, and taken back by a click', async () => {
    await story.send('react', 'React to this')
    await story.openTopic('react')
    await story.page.click(article('React to this'))
    await story.page.type('+')
    const chip: Wanted = { role: 'button', name: '+1: 1, you' }
    await story.page.click(chip)
    await story.page.gone(chip)
    expect(await story.page.all({ role: 'button', name: '+1' })).toEqual([])
  })

  test('a search finds messages, and opens them where they were said', async () => {
    await story.send('stock', 'The paper samples arrived')
    await story.page.browser.open(`${story.server.url}/#inbox`)
    await story.page.find({ role: 'region', name: 'Conversations' })
    await story.page.press('/')
    await expect
      .poll(async () => (await story.page.find({ role: 'searchbox', name: 'Search' })).hasFocus, patience)
      .toBe(true)
    await story.page.type('sender:otto samples')
    await story.page.press('Enter')
    await story.page.click({
      role: 'link',
      text: 'samples',
      within: { role: 'list', name: 'Search results' },
    })
    await story.page.find({ role: 'heading', name: 'stock' })
    await story.page.find(article('The paper samples arrived'))
  })

  test('on a phone one column fills the window, and nothing is wider', async () => {
    await story.send('narrow', 'Hello')
    await story.page.browser.resize(390, 844)
    await story.page.browser.open(`${story.server.url}/#inbox`)
    await story.page.click({
      role: 'link',
      name: 'narrow',
      within: { role: 'region', name: 'Conversations' },
    })
    await story.page.find(boxOf('narrow'))
    expect(await story.page.all({ role: 'region', name: 'Conversations' })).toEqual([])
    const [width, window] = (await story.page.browser.run(
      '() => [document.documentElement.scrollWidth, innerWidth]',
    )) as [number, number]
    expect(width).toBe(window)
    // As narrow as the browser's window gets: WebKit's has a bar with buttons.
    expect(window).toBeLessThan(640)
    await story.page.browser.resize(1440, 900)
  })
}

function writingStories(story: RemoteStage): void {
  test('a message stands there once, formatted, and arrives once', async () => {
    await story.send('echo', 'Hello')
    await story.openTopic('echo')
    await story.page.write(boxOf('echo'), 'Warm **grey**')
    await story.page.press('Control+Enter')
    const { html } = await story.page.find(article('Warm grey'))
    expect(html).toContain('<strong>grey</strong>')
    await expect.poll(() => story.sentTo('echo'), patience).toEqual(['Hello', 'Warm **grey**'])
    expect(await story.page.all(article('Warm grey'))).toHaveLength(1)
    expect((await story.page.find(boxOf('echo'))).value).toBe('')
    await story.send('echo', 'And cold blue')
    await story.page.find(article('And cold blue'))
  })

  test('an unfinished text waits in its conversation, over another one and a reload', async () => {
    await story.send('draft', 'Hello')
    await story.openTopic('draft')
    await story.page.write(boxOf('draft'), 'Half a thought')
    await story.openTopic('logo')
    expect((await story.page.find(boxOf('logo'))).value).toBe('')
    await story.openTopic('draft')
    await expect
      .poll(async () => (await story.page.find(boxOf('draft'))).value, patience)
      .toBe('Half a thought')
    await story.page.browser.reload()
    await expect
      .poll(async () => (await story.page.find(boxOf('draft'))).value, patience)
      .toBe('Half a thought')
    await story.page.write(boxOf('draft'), '')
    expect(await story.sentTo('draft')).toEqual(['Hello'])
  })

  test('what is written while the server is away arrives when it is back, once and in order', async () => {
    await story.send('away', 'Hello')
    await story.openTopic('away')
    await story.page.find(article('Hello'))
    await story.server.stop('SIGTERM')
    for (const text of ['one', 'two', 'three']) {
      await story.page.write(boxOf('away'), text)
      await story.page.press('Control+Enter')
      await story.page.find(article(text))
    }
    await story.server.start()
    await expect
      .poll(() => story.sentTo('away'), { timeout: 60_000 })
      .toEqual(['Hello', 'one', 'two', 'three'])
    expect(await story.page.all(article('three'))).toHaveLength(1)
  })
}
