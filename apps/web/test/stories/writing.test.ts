import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pathsOf } from '#test/paths-of.ts'
import { accessibilityProblems, phone, sizes, stage } from '#test/story.ts'

const story = stage({ TAGMA_MAX_UPLOAD_MIB: '25' })

const topicPath = (topic: string) =>
  `/#narrow/channel/${story.world.channels.design}-design/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`
const boxOf = (page: Page, topic: string) =>
  page.getByRole('textbox', { name: `Message #design > ${topic}`, exact: true })

/** The newest messages of a topic, as the server has them. */
async function sentTo(topic: string): Promise<string[]> {
  const { messages } = await story.world.people.iris.call(getMessages, {
    narrow: [
      { operator: 'channel', operand: story.world.channels.design, negated: false },
      { operator: 'topic', operand: topic, negated: false },
    ],
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
  })
  return messages.map(({ content }) => content)
}

const sendCall = (url: URL) => url.pathname.endsWith('/messages')

test.each(sizes)(
  '%s, a message is on the screen at the key press as being sent, and there once when the server has it',
  async (_, size) => {
    const topic = size === phone ? 'echo by touch' : 'echo'
    await story.world.send('otto', { channel: 'design', topic }, 'Hello')
    const other = await story.open('otto', { path: topicPath(topic) })
    await other.getByRole('article').filter({ hasText: 'Hello' }).waitFor()
    const page = await story.open('iris', { path: topicPath(topic), ...size })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(sendCall, async (route) => {
      if (route.request().method() === 'POST') await held
      await route.fallback()
    })
    const box = boxOf(page, topic)
    await box.fill('Warm **grey**')
    await box.press('Control+Enter')
    const article = page.getByRole('article').filter({ hasText: 'Warm grey' })
    await article.getByText('grey', { exact: true }).waitFor()
    expect(await article.locator('strong', { hasText: 'grey' }).count()).toBe(1)
    await expect.poll(() => descriptionOf(article)).toContain('Sending')
    expect(await box.inputValue()).toBe('')
    expect(await sentTo(topic)).toEqual(['Hello'])
    letGo()
    await expect.poll(() => sentTo(topic)).toEqual(['Hello', 'Warm **grey**'])
    await expect.poll(() => descriptionOf(article)).not.toContain('Sending')
    expect(await article.count()).toBe(1)
    const arrived = other.getByRole('article').filter({ hasText: 'Warm grey' })
    await expect.poll(() => arrived.count()).toBe(1)
    expect(await arrived.locator('strong', { hasText: 'grey' }).count()).toBe(1)
  },
)

/** The description of an element: the texts that it names for that. */
const descriptionOf = (of: Locator) =>
  of.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

test('without an answer and without events, the same call is made again, and both browsers show one message', async () => {
  story.expectComplaint('net::ERR_FAILED')
  await story.world.send('otto', { channel: 'design', topic: 'again' }, 'Hello')
  const other = await story.open('otto', { path: topicPath('again') })
  await other.getByRole('article').filter({ hasText: 'Hello' }).waitFor()
  const page = await story.open('iris', { path: topicPath('again') })
  const box = boxOf(page, 'again')
  await box.fill('Only once')
  const bodies: (string | null)[] = []
  await page.route('**/json/events?*', (route) => (bodies.length < 2 ? route.abort() : route.fallback()))
  await page.route(sendCall, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    bodies.push(route.request().postData())
    if (bodies.length > 1) return route.fallback()
    // The server takes the message; its answer never arrives.
    await route.fetch()
    return route.abort()
  })
  // The poll that is waiting was let through before.
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await box.press('Control+Enter')
  await expect.poll(() => bodies.length).toBe(2)
  expect(bodies[1]).toBe(bodies[0])
  for (const each of [page, other]) {
    const article = each.getByRole('article').filter({ hasText: 'Only once' })
    await article.waitFor()
    await expect.poll(() => descriptionOf(article)).not.toContain('Sending')
    expect(await article.count()).toBe(1)
  }
  expect(await sentTo('again')).toEqual(['Hello', 'Only once'])
})

test('an answer that is lost on the way doubles nothing', async () => {
  story.expectComplaint('net::ERR_FAILED')
  await story.world.send('otto', { channel: 'design', topic: 'answer' }, 'Hello')
  const page = await story.open('iris', { path: topicPath('answer') })
  let calls = 0
  let taken = 0
  await page.route(sendCall, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    calls++
    if (calls > 1) return route.fallback()
    // The server takes the message; its answer never arrives.
    const answer = await route.fetch()
    taken = answer.status()
    return route.abort()
  })
  const box = boxOf(page, 'answer')
  await box.fill('Only once')
  await box.press('Control+Enter')
  // The event tells what the answer would have told; without it the same call would be made again.
  const article = page.getByRole('article').filter({ hasText: 'Only once' })
  await expect.poll(() => taken).toBe(200)
  await expect.poll(() => article.getByText('Sending').count()).toBe(0)
  expect(await article.count()).toBe(1)
  expect(await sentTo('answer')).toEqual(['Hello', 'Only once'])
})

test('without network, messages wait over a reload and arrive once and in order', async () => {
  story.expectComplaint('net::ERR_FAILED')
  await story.world.send('otto', { channel: 'design', topic: 'offline' }, 'Hello')
  const page = await story.open('iris', { path: topicPath('offline') })
  let isOff = true
  await page.route(sendCall, (route) =>
    isOff && route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  const box = boxOf(page, 'offline')
  for (const text of ['one', 'two', 'three']) {
    await box.fill(text)
    await box.press('Control+Enter')
  }
  await page.getByRole('article').filter({ hasText: 'three' }).waitFor()
  await page.reload()
  await page.getByRole('article').filter({ hasText: 'three' }).waitFor()
  expect(await sentTo('offline')).toEqual(['Hello'])
  isOff = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => sentTo('offline')).toEqual(['Hello', 'one', 'two', 'three'])
})

test('a text stays with its conversation, on all devices, and goes when it is sent', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'draft' }, 'Hello')
  const page = await story.open('iris', { path: topicPath('draft') })
  const other = await story.open('iris', { path: topicPath('draft') })
  await boxOf(other, 'draft').waitFor()
  await boxOf(page, 'draft').fill('Half a thought')
  await page.goto(topicPath('logo'))
  expect(await boxOf(page, 'logo').inputValue()).toBe('')
  await boxOf(page, 'logo').fill('Round')
  await boxOf(page, 'logo').press('Control+Enter')
  await expect.poll(() => boxOf(other, 'draft').inputValue()).toBe('Half a thought')
  await page.goto(topicPath('draft'))
  expect(await boxOf(page, 'draft').inputValue()).toBe('Half a thought')
  expect(await sentTo('draft')).toEqual(['Hello'])
  await boxOf(other, 'draft').fill('')
  await expect.poll(() => boxOf(page, 'draft').inputValue()).toBe('')
})

test('a text goes with its conversation when somebody moves it', async () => {
  const id = await story.world.send('otto', { channel: 'design', topic: 'before' }, 'Hello')
  const page = await story.open('iris', { path: topicPath('before') })
  await boxOf(page, 'before').pressSequentially('My words')
  await story.world.people.otto.call(updateMessage, {
    message_id: id,
    topic: 'after',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  const box = boxOf(page, 'after')
  await box.waitFor()
  expect(await box.inputValue()).toBe('My words')
  await box.press('Control+Enter')
  await expect.poll(() => sentTo('after')).toEqual(['Hello', 'My words'])
})

test('names are completed, the people of the conversation first', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'names' }, 'Hello')
  const page = await story.open('iris', { path: topicPath('names') })
  await page.getByRole('article').filter({ hasText: 'Hello' }).waitFor()
  const box = boxOf(page, 'names')
  const first = page.getByRole('option').first()
  await box.pressSequentially('@o')
  await first.getByText('Otto Lindqvist').waitFor()
  await box.press('Enter')
  await box.pressSequentially('#de')
  await first.getByText('design').waitFor()
  await box.pressSequentially('>co')
  await first.getByText('colors').waitFor()
  await box.press('Tab')
  await box.press('Shift+Enter')
  await box.pressSequentially('```py')
  await page
    .getByRole('option', { name: /^Python py/ })
    .first()
    .waitFor()
  await box.press('Escape')
  expect(await box.inputValue()).toBe('@**Otto Lindqvist** #**design>colors** \n```py')
  // Enter that ends a composition of an input method.
  await box.dispatchEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true, keyCode: 229 })
  expect(await sentTo('names')).toEqual(['Hello'])
})

test('a topic is begun by its message, and finds its title in it', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'paper' }, 'Hello')
  const page = await story.open('iris', { path: `/#new/topic/${story.world.channels.design}` })
  await page.getByRole('textbox', { name: 'Message #design' }).fill('Which printer paper do we order')
  await page.getByRole('button', { name: 'Belongs to paper?' }).waitFor()
  const topic = page.getByRole('combobox', { name: 'Topic' })
  await page.getByRole('button', { name: 'printer paper', exact: true }).click()
  expect(await topic.inputValue()).toBe('printer paper')
  await topic.press('Enter')
  expect(await sentTo('printer paper')).toEqual([])
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await boxOf(page, 'printer paper').waitFor()
  await expect.poll(() => sentTo('printer paper')).toEqual(['Which printer paper do we order'])
})

test('Tab leads from the text to Send, then to the tools, which are one stop; Tab and Enter send and save', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'tab' }, 'Hello')
  const page = await story.open('iris', { path: topicPath('tab') })
  const focused = page.locator(':focus')
  const isAt = async (name: string) => {
    await expect
      .poll(() => focused.evaluate((element) => element.ariaLabel ?? element.textContent))
      .toBe(name)
  }
  const box = boxOf(page, 'tab')
  await box.focus()
  await page.keyboard.type('By Tab')
  for (const name of ['Send', 'Send later', 'Bold']) {
    await page.keyboard.press('Tab')
    await isAt(name)
  }
  await page.keyboard.press('ArrowRight')
  await isAt('Italic')
  await page.keyboard.press('Enter')
  expect(await box.inputValue()).toBe('By Tab**')
  await page.keyboard.press('Control+z')
  await expect.poll(() => box.inputValue()).toBe('By Tab')
  await box.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => sentTo('tab')).toEqual(['Hello', 'By Tab'])
  // Until the answer comes, it cannot be edited.
  await page.locator('article.message:not(.message-sending)').filter({ hasText: 'By Tab' }).focus()
  await page.keyboard.press('e')
  const edit = page.getByRole('textbox', { name: 'Edit message' })
  await edit.fill('By Tab and Enter')
  await edit.press('Tab')
  await isAt('Save')
  await page.keyboard.press('Enter')
  await expect.poll(() => sentTo('tab')).toEqual(['Hello', 'By Tab and Enter'])
})

test('Escape leaves a new topic, whose text stays as a draft', async () => {
  const page = await story.open('iris', { path: '/#recent' })
  await page
    .getByRole('link', { name: /^general/ })
    .first()
    .waitFor()
  await page.keyboard.press('c')
  const box = page.getByRole('main').getByRole('textbox', { name: /^Message/ })
  await box.fill('Half a thought')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  expect(new URL(page.url()).hash).toBe('#recent')
  await page.keyboard.press('c')
  await expect.poll(() => box.inputValue()).toBe('Half a thought')
})

test('formatted text is pasted as Markdown, and Ctrl+Z makes it plain', async () => {
  const page = await story.open('iris', { path: topicPath('logo') })
  const box = boxOf(page, 'logo')
  await box.fill('')
  await box.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Warm grey')
    data.setData('text/html', '<b>Warm</b> <a href="https://example.com/">grey</a>')
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect.poll(() => box.inputValue()).toBe('**Warm** [grey](https://example.com/)')
  await box.press('Control+z')
  expect(await box.inputValue()).toBe('Warm grey')
  await box.fill('')
})

test('files are sent, in pieces if they are large, and one that is too large is refused at once', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'files' }, 'Hello')
  const page = await story.open('iris', { path: topicPath('files') })
  const box = boxOf(page, 'files')
  await box.waitFor()
  const pieces: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/tus/')) pieces.push(request.url())
  })
  const file = (name: string, bytes: number) => ({ name, buffer: Buffer.alloc(bytes, 'a') })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles(
    pathsOf([file('small.txt', 10), file('large.txt', 6 * 1024 * 1024), file('huge.txt', 26 * 1024 * 1024)]),
  )
  await page.getByRole('alert').filter({ hasText: 'huge.txt is too large' }).waitFor()
  await expect.poll(() => box.inputValue()).toMatch(/\[large\.txt\]\(\/user_uploads\/.+\)/)
  expect(await box.inputValue()).toMatch(/\[small\.txt\]\(\/user_uploads\/.+\)/)
  expect(pieces).toHaveLength(6)
  await box.press('Control+Enter')
  await expect.poll(async () => (await sentTo('files')).length).toBe(2)
})

test('on a phone the box is one line until it is used, and nothing is wider than the window', async () => {
  const page = await story.open('iris', { ...phone, path: topicPath('colors') })
  const box = boxOf(page, 'colors')
  await box.waitFor()
  await box.tap()
  await page.keyboard.type('Warm @o')
  await page.getByRole('option').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await accessibilityProblems(page, '[data-composer]')).toEqual([])
})

test('a message without a topic can be given a title afterwards, with one click', async () => {
  const page = await story.open('iris', { path: `/#new/topic/${story.world.channels.design}` })
  await page.getByRole('textbox', { name: 'Message #design' }).fill('Elevator is broken again')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await boxOf(page, 'general chat').waitFor()
  await page
    .getByRole('button', { name: /^Give it a title: elevator/ })
    .first()
    .click()
  const heading = page.getByRole('heading', { level: 1, name: /elevator/ })
  await heading.waitFor()
  await expect.poll(() => sentTo('elevator is broken again')).toEqual(['Elevator is broken again'])
})

test('a message is sent later, and its text and time can be changed until then', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'later' }, 'Hello')
  const page = await story.open('iris', { path: topicPath('later') })
  await boxOf(page, 'later').fill('Good morning')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click()
  await page.getByRole('status').filter({ hasText: 'Will be sent on' }).waitFor()
  expect(await boxOf(page, 'later').inputValue()).toBe('')
  await page.goto('/#scheduled')
  await page.getByText('#design > later').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Message').fill('Good evening')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Good evening').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nothing is scheduled.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Good evening').waitFor()
})

test('a new topic and an edit take names, formatted text and files as the box of a conversation does', async () => {
  const page = await story.open('iris', { path: `/#new/topic/${story.world.channels.design}` })
  const aided = async (box: ReturnType<Page['getByRole']>) => {
    await box.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' @ott')
    await page.getByRole('option', { name: /Otto Lindqvist/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => box.inputValue()).toContain('@**Otto Lindqvist** ')
    await box.evaluate((element) => {
      const data = new DataTransfer()
      data.setData('text/plain', 'bold')
      data.setData('text/html', '<b>bold</b>')
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect.poll(() => box.inputValue()).toContain('**bold**')
    await box.evaluate((element) => {
      const data = new DataTransfer()
      data.items.add(new File(['1,2'], 'numbers.csv', { type: 'text/csv' }))
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect.poll(() => box.inputValue()).toMatch(/\[numbers\.csv\]\(\/user_uploads\/\S+\)/)
    await page.keyboard.press('Alt+p')
    await page.getByRole('region', { name: 'Preview' }).getByText('@Otto Lindqvist').waitFor()
    await page.keyboard.press('Alt+p')
    await box.waitFor()
  }
  const box = page.getByRole('textbox', { name: 'Message #design' })
  await box.fill('Order the')
  await aided(box)
  await page.getByRole('combobox', { name: 'Topic' }).fill('aided')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => sentTo('aided')).toHaveLength(1)
  const article = page.getByRole('article').filter({ hasText: 'Order the' })
  await expect.poll(() => article.getAttribute('data-id')).toMatch(/^\d+$/)
  await article.focus()
  await page.keyboard.press('e')
  const edit = page.getByRole('textbox', { name: 'Edit message' })
  await edit.fill('Now')
  await aided(edit)
  await edit.press('Control+Enter')
  await expect.poll(async () => (await sentTo('aided'))[0]).toMatch(/^Now @\*\*Otto Lindqvist\*\* .*numbers/s)
  // Nothing of it went into the box of the conversation.
  expect(await boxOf(page, 'aided').inputValue()).toBe('')
})

test('an edit says how long it may take, and afterwards lets the text be copied', async () => {
  const { olive } = story.world.people
  await olive.call(updateRealm, { message_content_edit_limit_seconds: 60 })
  await story.world.send('iris', { channel: 'design', topic: 'in time' }, 'Quick')
  const page = await story.open('iris', {
    path: topicPath('in time'),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const article = page.getByRole('article').filter({ hasText: 'Quick' })
  await article.focus()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Quick, but late')
  await page.getByText(/^Time left to edit: \d+ seconds?$/).waitFor()
  await olive.call(updateRealm, { message_content_edit_limit_seconds: 1 })
  const problem = page.getByRole('alert').filter({ hasText: 'Messages can be edited for' })
  await problem.waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await problem.getByRole('button', { name: 'Copy text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Quick, but late')
  await olive.call(updateRealm, { message_content_edit_limit_seconds: 'unlimited' })
})

test('one writes on where one was when the palette closes, and when a dialog does', async () => {
  const page = await story.open('iris', { path: topicPath('colors') })
  const box = boxOf(page, 'colors')
  await box.fill('warm grey')
  for (let at = 0; at < ' grey'.length; at++) await page.keyboard.press('ArrowLeft')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await page.keyboard.type('er')
  expect(await box.inputValue()).toBe('warmer grey')
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('keyboard shortcuts')
  await palette.getByRole('option', { name: /^Keyboard shortcuts/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.type(' dark')
  expect(await box.inputValue()).toBe('warmer dark grey')
})
