import { ApiError } from '@tagma/client/api-error.ts'
import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { addressesOf, trouble } from '#test/hostile.ts'
import { phone, stage } from '#test/story.ts'

const story = stage()

/** Texts that try to run, to turn the line around, to be too wide, too high, or more than a line. At most 60 characters. */
const texts = [
  '<img src=x onerror=hacked=1>',
  '"><script>hacked=1</script>',
  'javascript:hacked=1',
  '\u202Egnp.exe\u202C \u2066left\u2067 right',
  `Z${'\u0301'.repeat(58)}`,
  'W'.repeat(60),
  'one\ntwo\r\nthree',
  '{{7*7}}${hacked=1}&lt;b&gt;',
  '</a></li></main><h1>out</h1>',
]

/** Does something with each text that the server takes, and returns those. A refusal is an answer, too. */
async function withEach<T>(work: (text: string) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (const text of texts) {
    try {
      done.push(await work(text))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error
    }
  }
  return done
}

/** Gives hostile names to everything that has one. Returns the channels and the files' addresses. */
async function nameEverything() {
  const { olive, iris, otto, mia, mo } = story.world.people
  const { design } = story.world.channels
  const everybody = [olive.id, iris.id, otto.id, mia.id]
  const folders = await withEach((name) => olive.call(createChannelFolder, { name, description: name }))
  const channels = await withEach((name) =>
    olive.call(createChannel, {
      name,
      description: name,
      subscribers: everybody,
      ...(folders[0] ? { folder_id: folders[0].channel_folder_id } : {}),
    }),
  )
  const groups = await withEach((name) =>
    olive.call(createUserGroup, { name, description: name, members: everybody }),
  )
  const topics = await withEach((topic) =>
    otto.call(sendMessage, { type: 'channel', to: design, topic, content: `About ${topic}` }),
  )
  const files = await withEach(async (name) => {
    const file = [{ filename: `${name}.png`, contentType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }]
    const { url, filename } = await mia.call(uploadFile, { file })
    const content = `[${filename}](${url}) <https://example.com/${encodeURIComponent(name)}> [${filename}](javascript:hacked=1)`
    return otto.call(sendMessage, { type: 'channel', to: design, topic: 'files', content })
  })
  const statuses = await withEach((status_text) =>
    otto.call(updateStatus, { status_text, emoji_name: 'car' }),
  )
  await withEach((content) =>
    iris.call(createDrafts, {
      drafts: [{ type: 'stream', to: [design], topic: content, content, timestamp: 1_700_000_000 }],
    }),
  )
  await withEach((name) => olive.call(updateRealm, { name, description: name }))
  const people = [otto, mia, mo]
  const names = await withEach(async (full_name) => {
    // Names are taken in the order of texts: a refused one leaves its turn to the next.
    await people[0]?.call(updateSettings, { full_name })
    return people.shift()
  })
  await withEach((content) =>
    otto.call(sendMessage, { type: 'direct', to: [iris.id], content: `${content} ${content}` }),
  )
  // Some of each kind are taken, or the story would prove nothing.
  for (const kind of [channels, groups, topics, files, statuses, names])
    expect(kind.length).toBeGreaterThan(1)
  return { channels, topics }
}

/** Names that the server takes, and that mean something to programs, are too wide, or are nearly numbers. */
const emojiNames = ['constructor', '__proto__x', 'valueof', '0', '-1', 'w'.repeat(100), 'undefined', 'null']
const dot = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64')

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)('%s, odd names of emoji are found, written and reacted with', async (_, size) => {
  const { olive, iris } = story.world.people
  if (size !== phone)
    for (const emoji_name of emojiNames)
      await olive.call(uploadCustomEmoji, {
        emoji_name,
        file: [{ filename: 'dot.gif', contentType: 'image/gif', bytes: dot }],
      })
  const topic = size === phone ? 'odd emoji by touch' : 'odd emoji'
  const id = await story.world.send('otto', { channel: 'design', topic }, 'React to this')
  const { design } = story.world.channels
  const page = await story.open('iris', {
    path: `/#narrow/channel/${design}-design/topic/${topic.replaceAll(' ', '.20')}`,
    ...size,
  })
  const article = page.getByRole('article').filter({ hasText: 'React to this' })
  await article.waitFor()
  for (const [count, name] of emojiNames.entries()) {
    // From the picker of reactions.
    await article.focus()
    await page.keyboard.press(':')
    const search = page.getByRole('combobox', { name: 'Search emoji' })
    await search.fill(name)
    const option = page.getByRole('option', { name: name.replaceAll('_', ' '), exact: true })
    await option.waitFor()
    expect(await trouble(page)).toEqual([])
    await option.click()
    await expect.poll(() => article.locator('.reaction:not(.reaction-more)').count()).toBe(count + 1)
    expect(await trouble(page)).toEqual([])
  }
  // The page shows a reaction before the server has it.
  const reactions = async () => (await iris.call(getMessage, { message_id: id })).message.reactions
  await expect.poll(async () => (await reactions()).map(({ emoji_name }) => emoji_name)).toEqual(emojiNames)
  // From completion; a single sign after the colon offers nothing.
  const box = page.getByRole('main').getByRole('textbox', { name: /^Message/ })
  await box.focus()
  for (const name of emojiNames.filter((each) => each.length > 1)) {
    await box.fill('')
    await box.pressSequentially(`:${name.slice(0, 90)}`)
    await page
      .getByRole('option', { name: `:${name}:` })
      .first()
      .waitFor()
    expect(await trouble(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => box.inputValue()).toBe(`:${name}: `)
  }
  await box.fill(emojiNames.map((name) => `:${name}:`).join(' '))
  await box.press('Control+Enter')
  const sent = page.getByRole('article').last()
  await expect.poll(() => sent.locator('.message-html img.emoji').count()).toBe(emojiNames.length)
  expect(await trouble(page)).toEqual([])
})

let named: ReturnType<typeof nameEverything> | undefined

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)(
  '%s, no name runs, makes an element, or scrolls the page sideways, wherever it is shown',
  async (_, size) => {
    const { channels } = await (named ??= nameEverything())
    const { design } = story.world.channels
    const { otto, mia, mo } = story.world.people
    story.expectComplaint(/40[04]|Failed to load/)
    const page = await story.open('iris', { path: '/#recent', ...size })
    await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
    const problems: string[] = []
    const look = async (place: string) => {
      for (const each of [...(await trouble(page)), ...(await addressesOf(page))])
        problems.push(`${place}: ${each}`)
    }
    const visit = async (address: string) => {
      await page.evaluate((hash) => location.assign(hash), address)
      await page.waitForFunction(
        () =>
          document.querySelector('main, section.list, nav') !== null &&
          !document.querySelector('.list-skeleton'),
      )
      // The channels of a person come later.
      if (address.startsWith('#user/')) await page.locator('.person-section a').first().waitFor()
      await look(address)
    }
    for (const address of [
      '#inbox',
      '#recent',
      '#feed',
      '#places',
      `#topics/channel/${design}`,
      '#channels/all',
      '#drafts',
      '#scheduled',
      '#invite',
      `#new/topic/${design}`,
      ...[otto, mia, mo].flatMap(({ id }) => [`#user/${id}`, `#narrow/dm/${id}-dm`]),
      `#narrow/dm/${otto.id},${mia.id}-group`,
      `#narrow/channel/${design}-design/topic/files`,
      `#narrow/channel/${design}-design`,
      `#narrow/sender/${otto.id}/search/hacked`,
      ...channels
        .slice(0, 4)
        .flatMap(({ id }) => [`#topics/channel/${id}`, `#new/topic/${id}`, `#narrow/channel/${id}`]),
      '#about-zulip',
    ])
      await visit(address)
    // Each hostile topic, from its row.
    await visit(`#topics/channel/${design}`)
    const rows = page.getByRole('region', { name: 'Conversations' }).locator('a.row')
    await rows.first().waitFor()
    const addresses = await rows.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
    for (const address of addresses.slice(0, texts.length + 1)) {
      await visit(address)
      await page.getByRole('article').first().waitFor()
      await look(address)
    }
    // The palette, completion, the card, the aside and the dialogs.
    await page.keyboard.press('Escape')
    await page.locator('body').press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    for (const text of ['<', 'W', 'java', '']) {
      await palette.getByRole('combobox').fill(text)
      await look(`palette ${text}`)
    }
    await page.keyboard.press('Escape')
    await visit(`#narrow/channel/${design}-design/topic/files`)
    await page.getByRole('article').first().waitFor()
    const box = page.getByRole('main').getByRole('textbox', { name: /^Message/ })
    for (const text of ['@', '@*', '#', '#**design>', ':', 'Hello @W']) {
      await box.fill('')
      await box.pressSequentially(text)
      await page
        .getByRole('option')
        .first()
        .waitFor({ timeout: 3000 })
        .catch(() => undefined)
      await look(`completion ${text}`)
    }
    await box.fill('')
    await page.getByRole('article').first().getByRole('button').first().click()
    await look('card')
    await page.keyboard.press('Escape')
    await page.getByRole('article').first().focus()
    for (const key of ['m', '<', 'Shift+V', 'i']) {
      await page.getByRole('article').first().focus()
      await page.keyboard.press(key)
      await page
        .getByRole('dialog')
        .or(page.getByRole('menu'))
        .first()
        .waitFor({ timeout: 3000 })
        .catch(() => undefined)
      await look(`key ${key}`)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('article').first().focus()
    await page.keyboard.press('w')
    await look('people')
    expect(problems).toEqual([])
  },
)
