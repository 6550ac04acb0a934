import { expect, test } from 'vitest'
import { learn, t } from '#words/words.ts'
import { type MenuActs, messageMenu } from './message-menu.ts'

const commandsOf = (message: object, acts: Partial<MenuActs>) =>
  messageMenu({ flags: [], reactions: [], ...message } as never, {} as never, acts as MenuActs).flatMap(
    (entry) =>
      entry === 'line' ? [] : entry.command ? t(entry.command) : `${entry.label} says not what it is about`,
  )

test('each thing in the menu of a message has a name that says what it is about, for the palette', async () => {
  await learn('acting', 'palette')
  const commands = commandsOf({}, {})
  expect(commands.slice(0, 3)).toEqual([
    'Reply to this message',
    'Quote this message',
    'Forward this message …',
  ])
  for (const command of commands) expect(command).toMatch(/^[A-Z][a-z]+ .*(this|whole) message/)
  expect(commandsOf({ flags: ['starred'] }, { isFolded: true })).toEqual(
    expect.arrayContaining(['Remove the star from this message', 'Show the whole message']),
  )
})
