import { channelPages, groupPages } from '@tagma/contract/address/view.ts'
import { addAlertWords } from '@tagma/contract/endpoints/alert-words/add-alert-words.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import type { Page } from 'playwright-core'
import { either } from '#test/either-language.ts'
import type { PersonName, World } from '#test/world.ts'

/** A page of the product, or a state of one, and how one gets there. */
export interface Sight {
  readonly name: string
  readonly path: string
  /** The role and name of what says that the page is there; a heading of level 1 otherwise. */
  readonly shows?: readonly [
    role: 'heading' | 'dialog' | 'region' | 'navigation' | 'menu' | 'searchbox' | 'list',
    name?: string | RegExp,
  ]
  /** Acts on the page once it is open. */
  readonly act?: (page: Page) => Promise<unknown>
}

/** The topic in which everything stands that a message can consist of. */
export const everything = 'everything that a message can hold, in a title of sixty'.slice(0, 60)

/** Adds to a world what is hard to lay out: long names and words, text from right to left, tables, code, reactions. */
export async function addHardCases(world: World): Promise<void> {
  const to = { channel: 'design', topic: everything } as const
  await world.send(
    'otto',
    to,
    `${'Donaudampfschifffahrtsgesellschaft'.repeat(6)} https://example.com/${'a'.repeat(180)}`,
  )
  const hebrew = 'שלום לכולם, זה טקסט בעברית עם **הדגשה** ו־`code`.'
  const edited = await world.send('iris', to, hebrew.slice(0, -1))
  await world.people.iris.call(updateMessage, { message_id: edited, content: hebrew })
  await world.send(
    'mia',
    to,
    '| One | Two | Three |\n|---|---:|---|\n| a wide cell of a table | 99,999 | another wide cell |',
  )
  await world.send(
    'otto',
    to,
    `\`\`\`py\nprint("${'wide '.repeat(60)}")\n\`\`\`\n> A quote\n\n1. First\n2. Second`,
  )
  const id = await world.send(
    'otto',
    to,
    '@**Iris Okafor** look at $$x^2$$, ~~not~~ :tada:\n\n```spoiler Ending\nThey lived.\n```',
  )
  for (const name of ['iris', 'otto', 'mia', 'olive'] as const)
    await world.people[name].call(addReaction, { message_id: id, emoji_name: 'tada' })
  await world.people.iris.call(addReaction, { message_id: id, emoji_name: 'thumbs_up' })
  await world.people.iris.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
  await world.send('iris', to, '/poll Which grey?\nWarm\nCold')
  await world.send('iris', ['otto', 'mia'], 'Shall we meet on Friday?')
  await world.send('otto', ['iris'], 'Yes')
  await world.send('iris', { channel: 'engine', topic: 'אותיות עבריות' }, 'מימין לשמאל')
}

/** The name of a group that is hard to lay out. */
export const ownGroup = 'Wirtschaftsprüfungsgesellschaften und ihre Angelegenheiten'

/**
 * Gives somebody what the pages of settings list: topics with a policy, a muted person, alert words. Makes a group of theirs,
 * and returns its id.
 */
export async function addOwnLists({ people, channels }: World, owner: PersonName): Promise<number> {
  const { call, id } = people[owner]
  const topic = (name: string, visibility_policy: 1 | 3) =>
    call(updateUserTopic, { stream_id: channels.design, topic: name, visibility_policy })
  await topic('logo', 1)
  await topic(everything, 3)
  await call(muteUser, { muted_user_id: people.gus.id })
  await call(addAlertWords, { alert_words: ['paper', 'Rechtsschutzversicherungsgesellschaften'] })
  const { group_id } = await call(createUserGroup, {
    name: ownGroup,
    description: 'Those who read everything twice',
    members: [id, people.otto.id],
  })
  return group_id
}

const organizationPages: readonly Sight[] = [
  { name: 'organization profile', path: '/#organization/organization-profile' },
  { name: 'organization settings', path: '/#organization/organization-settings' },
  { name: 'organization permissions', path: '/#organization/organization-permissions' },
  { name: 'joining', path: '/#organization/auth-methods' },
  { name: 'people of the organization', path: '/#organization/users/active' },
  { name: 'deactivated people', path: '/#organization/users/deactivated' },
  { name: 'invitations', path: '/#organization/users/invitations' },
  { name: 'own emoji', path: '/#organization/emoji-settings' },
  { name: 'linkifiers', path: '/#organization/linkifier-settings' },
  { name: 'playgrounds', path: '/#organization/playground-settings' },
  { name: 'default channels', path: '/#organization/default-channels-list' },
  { name: 'bots', path: '/#organization/bots' },
  { name: 'settings of newcomers', path: '/#organization/organization-level-user-defaults' },
  { name: 'profile fields', path: '/#organization/profile-field-settings' },
  { name: 'data exports', path: '/#organization/data-exports-admin' },
  { name: 'audit log', path: '/#organization/audit-log' },
]

/** The form for a new access token, with all its parts. */
const newAccessToken: Sight = {
  name: 'new access token',
  path: '/#settings/access-tokens',
  act: async (page) => {
    await page.getByRole('button', { name: either('New access token') }).click()
    await page.getByRole('radio', { name: either('Only for agents') }).check()
  },
}

/** Dialogs and menus that open over a conversation. */
const overConversation = (path: string): readonly Sight[] => [
  {
    name: 'palette',
    path,
    shows: ['heading', everything],
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: either('Command palette') }).waitFor()
    },
  },
  {
    name: 'shortcut help',
    path,
    shows: ['heading', everything],
    act: async (page) => {
      await page.getByRole('article').last().focus()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: either('Keyboard shortcuts') }).waitFor()
    },
  },
  {
    name: 'people of a conversation',
    path,
    shows: ['heading', everything],
    act: async (page) => {
      await page.getByRole('article').last().focus()
      await page.keyboard.press('w')
      await page.getByRole('complementary', { name: either('People') }).waitFor()
    },
  },
  {
    name: 'choice of emoji',
    path,
    shows: ['heading', everything],
    act: async (page) => {
      await page.getByRole('article').last().focus()
      await page.keyboard.press(':')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.type('family')
    },
  },
  {
    name: 'moving a message',
    path,
    shows: ['heading', everything],
    act: async (page) => {
      await page.getByRole('article').last().focus()
      await page.keyboard.press('m')
      await page.getByRole('dialog', { name: either('Move messages') }).waitFor()
    },
  },
  {
    name: 'menu of a message',
    path,
    shows: ['heading', everything],
    act: async (page) => {
      await page.getByRole('article').last().focus()
      await page.keyboard.press('i')
      await page.getByRole('menuitem').first().waitFor()
    },
  },
]

/** Dialogs and menus that open over the places. */
const overPlaces: readonly Sight[] = [
  {
    name: 'menu of the organization',
    path: '/#places',
    shows: ['navigation', 'Places'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Analytical Engine' }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'other organizations',
    path: '/#places',
    shows: ['navigation', 'Places'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Analytical Engine' }).click()
      await page.getByRole('menuitem', { name: either('Add an organization') }).click()
      await page.getByRole('dialog', { name: either('Other organizations') }).waitFor()
    },
  },
]

/** The pages of one thing, each below the same address. */
const pagesOf = (thing: string, address: string, pages: readonly string[]): readonly Sight[] =>
  pages.map((page) => ({ name: `${page} of a ${thing}`, path: `/#${address}/${page}` }))

const laterPages: readonly Sight[] = [
  { name: 'drafts', path: '/#drafts' },
  { name: 'scheduled', path: '/#scheduled' },
  { name: 'reminders', path: '/#reminders' },
  { name: 'to answer', path: '/#to-answer' },
  { name: 'asked', path: '/#asked' },
]

/** The pages of whoever is signed in, among them those of a group. */
export function insidePages({ channels, people }: World, groupId: number): readonly Sight[] {
  const topic = encodeURIComponent(everything).replaceAll('%', '.')
  const conversation = `/#narrow/channel/${channels.design}-design/topic/${topic}`
  return [
    { name: 'conversation', path: conversation, shows: ['heading', everything] },
    { name: 'places', path: '/#places', shows: ['navigation', 'Places'] },
    { name: 'inbox', path: '/#inbox', shows: ['region', 'Conversations'] },
    { name: 'recent', path: '/#recent', shows: ['region', 'Conversations'] },
    { name: 'feed', path: '/#feed' },
    { name: 'channel', path: `/#narrow/channel/${channels.design}-design` },
    { name: 'mentions', path: '/#narrow/is/mentioned' },
    { name: 'starred', path: '/#narrow/is/starred' },
    { name: 'search', path: '/#narrow/search/grey', shows: ['list', 'Search results'] },
    { name: 'browse channels', path: '/#channels/available' },
    { name: 'own channels', path: '/#channels/subscribed' },
    { name: 'new channel', path: '/#channels/new' },
    ...pagesOf('channel', `channels/${channels.design}/design`, channelPages),
    { name: 'all groups', path: '/#groups/all' },
    { name: 'new group', path: '/#groups/new' },
    ...pagesOf('group', `groups/${groupId}/group`, groupPages),
    { name: 'new topic', path: `/#new/topic/${channels.design}` },
    { name: 'new direct', path: '/#new/direct' },
    ...laterPages,
    { name: 'invite', path: '/#invite' },
    { name: 'profile', path: '/#settings/profile' },
    { name: 'account', path: '/#settings/account-and-privacy' },
    { name: 'preferences', path: '/#settings/preferences' },
    { name: 'uploaded files', path: '/#settings/uploaded-files' },
    { name: 'access tokens', path: '/#settings/access-tokens' },
    newAccessToken,
    { name: 'own bots', path: '/#settings/your-bots' },
    { name: 'notifications', path: '/#settings/notifications' },
    { name: 'topics', path: '/#settings/topics' },
    { name: 'muted people', path: '/#settings/muted-users' },
    { name: 'alert words', path: '/#settings/alert-words' },
    ...organizationPages,
    { name: 'person', path: `/#user/${people.otto.id}` },
    { name: 'managing a person', path: `/#user/${people.otto.id}/manage` },
    { name: 'rights', path: '/#rights/organization/me' },
    { name: 'rights in a channel', path: `/#rights/channel-${channels.design}/me/post` },
    { name: 'moderation', path: '/#moderation' },
    { name: 'catching up', path: '/#catch-up' },
    { name: 'welcome', path: '/#welcome' },
    { name: 'unreadable', path: `/#narrow/channel/${channels.design}-design/topic/.ZZ` },
    ...overConversation(conversation),
    ...overPlaces,
  ]
}

/** The pages for whoever is not signed in. */
export async function outsidePages({ people }: World): Promise<readonly Sight[]> {
  const { invite_link } = await people.olive.call(createInviteLink, {
    invite_as: roles.member,
    include_realm_default_subscriptions: true,
    welcome_message_custom_text: '',
  })
  return [
    { name: 'sign-in', path: '/login/' },
    { name: 'join', path: new URL(invite_link).pathname },
    { name: 'forgotten password', path: '/accounts/password/reset/' },
    { name: 'a wrong link to join', path: '/join/nothing' },
    { name: 'an account without an invitation', path: '/register/' },
    { name: 'a wrong link to reset a password', path: '/accounts/password/reset/nothing' },
  ]
}

/** Opens a page, in English or in the pseudo language, and waits until it is there. */
export async function openSight(page: Page, { path, shows, act }: Sight): Promise<void> {
  await page.goto('about:blank')
  await page.goto(path)
  const [role, text] = shows ?? ['heading']
  const name = typeof text === 'string' ? either(text) : text
  await page
    .getByRole(role, { ...(name === undefined ? {} : { name }), ...(role === 'heading' ? { level: 1 } : {}) })
    .first()
    .waitFor({ state: 'attached' })
  // A list can stand before the conversation beside it, which has the heading.
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await act?.(page)
}
