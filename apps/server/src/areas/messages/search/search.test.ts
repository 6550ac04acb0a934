import { checkMessagesMatchNarrow } from '@tagma/contract/endpoints/messages/check-messages-match-narrow.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'

const search = async (
  t: TestApp,
  account: Account,
  text: string,
  ...more: { operator: string; operand: string | number; negated?: boolean }[]
) =>
  (
    await t.as(account).call(getMessages, {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'search', operand: text }, ...more],
    })
  ).messages

const ids = async (...args: Parameters<typeof search>) => (await search(...args)).map((message) => message.id)

test('words are found in their other forms, in several languages, by their beginnings, and in topics', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const say = (content: string, topic = 'x') => t.given.message(iris, channel, { content, topic })
  const running = await say('We were running **quickly** to the houses')
  const german = await say('Die Häuser sind nicht weit und wir laufen')
  const spanish = await say('Las canciones de los niños que cantan')
  const russian = await say('Большие города и новые дома')
  const topical = await say('nothing here', 'Color palette')
  expect(await ids(t, otto, 'run')).toEqual([running])
  expect(await ids(t, otto, 'house')).toEqual([running])
  expect(await ids(t, otto, 'Haus')).toEqual([german])
  expect(await ids(t, otto, 'hauser ')).toEqual([german])
  expect(await ids(t, otto, 'canción')).toEqual([spanish])
  expect(await ids(t, otto, 'нового')).toEqual([russian])
  expect(await ids(t, otto, 'quic')).toEqual([running])
  expect(await ids(t, otto, 'quic ')).toEqual([])
  expect(await ids(t, otto, 'colors')).toEqual([topical])
  expect(await ids(t, otto, 'quickly houses')).toEqual([running])
  expect(await ids(t, otto, 'quickly nowhere')).toEqual([])
  expect(await ids(t, otto, '"quickly to the houses"')).toEqual([running])
  expect(await ids(t, otto, '"houses quickly"')).toEqual([])
  expect(await ids(t, otto, '')).toHaveLength(5)
  expect(await ids(t, otto, '!!! "" \' \\ OR AND ( ) * ^')).toEqual([])
  // An accent that stands alone is not a word.
  expect(await ids(t, otto, '\u0300')).toEqual([])
  expect(await ids(t, otto, 'quickly \u0300')).toEqual([running])
})

test('a name in a program that is as long as a whole message keeps nothing from being found', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const long = await t.given.message(iris, channel, { content: `key_${'b'.repeat(9_900)}` })
  const later = await t.given.message(iris, channel, { content: 'the key to the house' })
  await t.app.tick()
  expect(await ids(t, otto, 'key')).toEqual([long, later])
  expect(await ids(t, otto, 'house')).toEqual([later])
})

test('a phrase means the same in plain texts, in texts with accents and in texts with markup', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const say = (content: string, topic = 'x') => t.given.message(iris, channel, { content, topic })
  const found = [
    await say('The RED,\nhouse!'),
    await say('see (red_house) 2 blue doors'),
    await say('réd hoûse, blue doors'),
    await say('**red** house blue doors'),
  ]
  await say('a sacred house, a red houses9, a redhouse')
  await say('a sacréd house, a red hoûses9')
  await say('a **sac**red house')
  const topical = await say('BLUE doors', 'red house')
  expect(await ids(t, otto, '"red house"')).toEqual([...found, topical])
  expect(await ids(t, otto, '"red house" "blue doors"')).toEqual([...found.slice(1), topical])
  expect(await ids(t, otto, '"2 blue"')).toEqual([found[1]])
  const others = await say('blue doors of a sacred house')
  const without = { operator: 'search', operand: '"red house"', negated: true }
  expect(await ids(t, otto, '"blue doors"', without)).toEqual([others])
})

test('phrases are found word by word, in messages and topics, among many messages with the same words', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const hidden = await t.given.channel([iris], { name: 'secret', invite_only: true })
  const say = (content: string, topic = 'x') => t.given.message(iris, channel, { content, topic })
  const long = 'abc'.repeat(30)
  const first = await say('The **red** house')
  await say('A house, red as no other')
  await say('They reddened the housing')
  const accented = await say('THE RÉD *houses*, the réd `house`')
  const topical = await say('nothing here', 'my red house')
  const both = await say(`red house & blue ${long}`)
  await t.given.message(iris, hidden, { content: 'the red house' })
  expect(await ids(t, otto, '"red house"')).toEqual([first, accented, topical, both])
  expect(await ids(t, otto, '"red houses"')).toEqual([accented])
  expect(await ids(t, otto, '"reds house"')).toEqual([])
  expect(await ids(t, otto, '"red house" nothing')).toEqual([topical])
  expect(await ids(t, otto, `"red house" "blue ${long}"`)).toEqual([both])
  expect(await ids(t, otto, long)).toEqual([both])
  expect(await ids(t, otto, '"the red house"')).toEqual([first, accented])
  expect(await ids(t, iris, '"the red house"')).toHaveLength(3)
  // More than a batch of candidates without the phrase, on both sides of one with it.
  await Promise.all(
    Array.from({ length: 1300 }, (_, n) => say(n === 650 ? 'one red house' : 'a house that is red')),
  )
  const found = await search(t, otto, '"red house"')
  expect(found.map(({ id }) => id).slice(0, 4)).toEqual([first, accented, topical, both])
  expect(found.map(({ content }) => content).slice(4)).toEqual(['<p>one red house</p>'])
})

test('a negated search leaves out what it finds, however many messages that is', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const kept: number[] = []
  for (let n = 0; n < 30; n++) {
    const content = n % 10 === 0 ? `rain ${n}` : `sunny weather, "clear skies" ${n}`
    const id = await t.given.message(otto, channel, { content })
    if (n % 10 === 0) kept.push(id)
  }
  const rest = async (before: number, after: number, ...operands: string[]) => {
    const narrow = operands.map((operand) => ({ operator: 'search', operand, negated: true }))
    const anchor = before > 0 ? 'newest' : 'oldest'
    const answer = await t
      .as(iris)
      .call(getMessages, { anchor, num_before: before, num_after: after, narrow })
    return answer.messages.map(({ id }) => id)
  }
  expect(await rest(0, 100, 'sunny')).toEqual(kept)
  expect(await rest(2, 0, 'sunny')).toEqual(kept.slice(-2))
  expect(await rest(0, 2, 'sunny')).toEqual(kept.slice(0, 2))
  expect(await rest(0, 100, '"clear skies"')).toEqual(kept)
  expect(await rest(0, 100, 'sunny', 'rain')).toEqual([])
  expect(await rest(0, 100, 'nowhere')).toHaveLength(30)
  // Nothing to look for leaves out nothing.
  expect(await rest(0, 100, '?')).toHaveLength(30)
})

test('scripts without spaces and names in code are found by their pieces', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const say = (content: string) => t.given.message(iris, channel, { content })
  const japanese = await say('今日は東京都で会議があります')
  const chinese = await say('我们在北京开会')
  const code = await say('call `fetchUserById(snake_case_name)` in utf8Decoder')
  expect(await ids(t, iris, '東京')).toEqual([japanese])
  expect(await ids(t, iris, '京都で')).toEqual([japanese])
  expect(await ids(t, iris, '会')).toEqual([japanese, chinese])
  expect(await ids(t, iris, '北京')).toEqual([chinese])
  for (const piece of ['fetchUserById', 'user', 'erById', 'snake_case', 'case_na', 'decoder', 'f8Dec'])
    expect({ piece, ids: await ids(t, iris, piece) }).toEqual({ piece, ids: [code] })
  const [message] = await search(t, iris, 'erById')
  expect(message?.match_content).toContain('fetchUs<span class="highlight">erById</span>(')
})

test('matches are marked, in content and topic, and in the format of matches_narrow', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const id = await t.given.message(iris, channel, {
    content: 'Grey & <b> greys, [grey](https://grey.example)',
    topic: 'grey & <warm>',
  })
  const other = await t.given.message(iris, channel, { content: 'blue', topic: 'a & b' })
  const [message] = await search(t, otto, 'grey')
  expect(message?.match_subject).toBe('<span class="highlight">grey</span> &amp; &lt;warm&gt;')
  expect(message?.match_content).toBe(
    '<p><span class="highlight">Grey</span> &amp; &lt;b&gt; <span class="highlight">greys</span>, <a href="https://grey.example"><span class="highlight">grey</span></a></p>',
  )
  const { messages } = await t.as(otto).call(checkMessagesMatchNarrow, {
    msg_ids: [id, other, 1],
    narrow: [{ operator: 'search', operand: 'grey' }],
  })
  expect(messages).toEqual({
    [id]: { match_content: message?.match_content, match_subject: message?.match_subject },
  })
  const plain = await t.as(otto).call(checkMessagesMatchNarrow, {
    msg_ids: [id, other],
    narrow: [{ operator: 'topic', operand: 'A & B' }],
  })
  expect(plain.messages).toEqual({ [other]: { match_content: '<p>blue</p>', match_subject: 'a &amp; b' } })
})

test('a search finds only readable messages, also after edits, moves and deletions', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const open = await t.given.channel([iris, mia], { name: 'open' })
  const secret = await t.given.channel([iris, otto], { name: 'secret', invite_only: true })
  const inOpen = await t.given.message(iris, open, { content: 'zebra one', topic: 'animals' })
  const inSecret = await t.given.message(iris, secret, { content: 'zebra two ___c1 c_1', topic: 'animals' })
  const direct = await t.given.message(iris, [otto], { content: 'zebra three' })
  expect(await ids(t, otto, 'zebra')).toEqual([inSecret, direct])
  expect(await ids(t, mia, 'zebra')).toEqual([inOpen])
  expect(await ids(t, mia, 'animals')).toEqual([inOpen])
  expect(await ids(t, otto, 'zebra', { operator: 'is', operand: 'dm' })).toEqual([direct])
  expect(await ids(t, otto, 'zebra', { operator: 'channel', operand: open.id })).toEqual([inOpen])
  expect(await ids(t, otto, 'zebra', { operator: 'sender', operand: otto.id })).toEqual([])
  expect(await ids(t, otto, 'zebra', { operator: 'sender', operand: iris.email })).toEqual([inSecret, direct])
  await t.as(iris).call(updateMessage, { message_id: inOpen, content: 'giraffe one' })
  expect(await ids(t, mia, 'zebra')).toEqual([])
  expect(await ids(t, mia, 'giraffe')).toEqual([inOpen])
  await t.as(iris).call(updateMessage, {
    message_id: inSecret,
    stream_id: open.id,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  expect(await ids(t, mia, 'zebra')).toEqual([inSecret])
  expect(await ids(t, otto, 'zebra')).toEqual([direct])
  await t.as(iris).call(deleteMessage, { message_id: inSecret })
  expect(await ids(t, mia, 'zebra')).toEqual([])
})

test('a phrase is found behind messages with scattered words, through markup and accents, and together with others', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const say = (content: string, topic = 'x') => t.given.message(iris, channel, { content, topic })
  const plain = await say('The blue, whale sings')
  const marked = await say('A **blue** _whale_ sang')
  const accented = await say('Ein BLÜE Whale')
  const topical = await say('sings', 'Blue Whale')
  for (let n = 0; n < 30; n++) await say(`whale ${n} blue`)
  await say('blue whales and bluewhale')
  const found = async (operand: string, more: { num_before: number; anchor?: number }) => {
    const { messages, ...window } = await t.as(otto).call(getMessages, {
      anchor: 'newest',
      num_after: 0,
      narrow: [{ operator: 'search', operand }],
      ...more,
    })
    const { found_oldest, found_newest } = window
    return { ids: messages.map(({ id }) => id), found_oldest, found_newest }
  }
  expect(await found('"Blue whale"', { num_before: 2 })).toEqual({
    ids: [accented, topical],
    found_oldest: false,
    found_newest: true,
  })
  expect(await found('"blue whale"', { num_before: 2, anchor: accented })).toEqual({
    ids: [plain, marked, accented],
    found_oldest: true,
    found_newest: false,
  })
  expect(await found('"blue whale" "whale sings"', { num_before: 9 })).toMatchObject({ ids: [plain] })
  expect(await found('"blue whale" sing', { num_before: 9 })).toMatchObject({ ids: [plain, topical] })
  const { messages } = await t.as(otto).call(checkMessagesMatchNarrow, {
    msg_ids: [plain, plain - 1, topical + 1],
    narrow: [{ operator: 'search', operand: '"blue whale"' }],
  })
  expect(Object.keys(messages)).toEqual([String(plain)])
})
