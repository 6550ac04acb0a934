import { ApiError } from '@tagma/client/api-error.ts'
import { type Client, createClient } from '@tagma/client/client.ts'
import type { Args } from '@tagma/contract/define.ts'
import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { getBackupState } from '@tagma/contract/endpoints/backups/get-backup-state.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getComplianceExports } from '@tagma/contract/endpoints/exports/get-compliance-exports.ts'
import { getOwnExports } from '@tagma/contract/endpoints/exports/get-own-exports.ts'
import { getRealmExports } from '@tagma/contract/endpoints/exports/get-realm-exports.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { addLinkifier } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { addCodePlayground } from '@tagma/contract/endpoints/playgrounds/add-code-playground.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { getScimClients } from '@tagma/contract/endpoints/provisioning/get-scim-clients.ts'
import { updateRealmUserSettingsDefaults } from '@tagma/contract/endpoints/settings/update-realm-user-settings-defaults.ts'
import { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { type Installation, installation } from '@tagma/server/test/server-process.ts'
import type { State } from '@tagma/sync/state.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeProblem } from '#parts/composer/write-problem.ts'
import { kindsToMake } from '#screens/bots/bot-kinds.ts'
import { addReason, changeReason as channelReason, mayRemove } from '#screens/channel/channel-rights.ts'
import { creationReason } from '#screens/channels/creation-rights.ts'
import { messageRights, resolveReason } from '#screens/conversation/message-rights.ts'
import { changeReason, domainReason, permissionReason } from '#screens/organization/change-reason.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { groupReason, mayJoin, mayLeave, newGroupReason } from '#state/group-rights.ts'
import { mayInviteByLink } from '#state/invite-rights.ts'
import { deactivationReason, manageReason, roleReason } from '#state/manage-rights.ts'
import { ownsOrganization } from '#state/owns-organization.ts'
import { peopleOf } from '#state/people.ts'
import { reportAccess } from '#state/report-access.ts'
import { rulingIn } from '#state/rights-of.ts'
import { makeWorld, type PersonName, type World, worldSettings } from './world.ts'

// Rights of each role on each page: the page's decision beside the server's answer when it is asked to do it.

let server: Installation
let world: World
/** Calls of each role by the session of a browser: some pages ask what no API key opens. */
let sessions: Readonly<Record<RoleName, Client['call']>>
let groupId: number
/** The channel that reports go to: the owner and a moderator are in it. */
let moderatorsId: number

const staff = { owner: 'olive', administrator: 'iris', moderator: 'mo', member: 'mia', guest: 'gus' } as const
type RoleName = keyof typeof staff

beforeAll(async () => {
  server = await installation(worldSettings)
  await server.start()
  world = await makeWorld(server.url)
  const { olive, iris, mia, mo, gus } = world.people
  await olive.call(updateUser, { user_id: iris.id, role: roles.administrator })
  await olive.call(subscribe, { subscriptions: [{ name: 'design' }], principals: [gus.id] })
  const { group_id } = await olive.call(createUserGroup, {
    name: 'letters',
    description: '',
    members: [mia.id],
  })
  groupId = group_id
  const moderators = { name: 'moderators', subscribers: [olive.id, mo.id], invite_only: true }
  moderatorsId = (await olive.call(createChannel, moderators)).id
  await olive.call(updateRealm, { moderation_request_channel_id: moderatorsId })
  await olive.call(sendMessage, {
    type: 'channel',
    to: moderatorsId,
    topic: 'reports',
    content: 'Nothing yet',
  })
  await world.send('otto', { channel: 'engine', topic: 'parts' }, 'Which wheel?')
  sessions = Object.fromEntries(
    await Promise.all(
      (Object.keys(staff) as RoleName[]).map(async (role) => [role, await sessionOf(staff[role])] as const),
    ),
  ) as Record<RoleName, Client['call']>
})
afterAll(() => server?.remove())

/** Signs in with a password, as the form does. */
async function sessionOf(name: PersonName): Promise<Client['call']> {
  const { email, password } = world.people[name]
  const answer = await fetch(new URL('/login/', server.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: server.url },
    body: new URLSearchParams({ username: email, password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  if (answer.status !== 303) throw new Error(`${email} cannot sign in: ${await answer.text()}`)
  const withCookie: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('Cookie', cookie)
    return fetch(request)
  }
  return createClient({ url: server.url, root: '/json', fetch: withCookie }).call
}

interface Asking {
  readonly call: Client['call']
  /** Calls by the session of a browser. */
  readonly inBrowser: Client['call']
  readonly state: State
  /** A name that nothing else has, and a number. */
  readonly name: string
  readonly number: number
}

interface Row {
  readonly page: string
  readonly deed: string
  /** The roles that may, by the house's initial permissions. */
  readonly who: string
  /** The page's decision: undefined or true means that the control is there and can be used. */
  readonly decides: (state: State) => string | undefined | boolean
  readonly asks: (asking: Asking) => Promise<unknown>
}

const administrators = 'owner administrator'
const members = 'owner administrator moderator member'
const everybody = `${members} guest`

const design = (state: State): Channel => channelById(state, world.channels.design)!
const personIn = (state: State, id: number) => peopleOf(state).get(id)!
const letters = (state: State) => state.realm_user_groups!.find(({ id }) => id === groupId)!
const groupNamed = (state: State, name: string) =>
  state.realm_user_groups!.find((group) => group.name === name)!.id
/** Returns one of two groups of members that a permission does not have now. */
const anotherGroup = (state: State, value: unknown) => {
  const all = groupNamed(state, 'role:members')
  return value === all ? groupNamed(state, 'role:fullmembers') : all
}
const actor = (state: State) => ({ state, channel: design(state), now: Date.now() / 1000, isOnline: true })
const organizationRow = (
  page: string,
  deed: string,
  asks: Row['asks'],
  name?: Parameters<typeof changeReason>[1],
): Row => ({
  page,
  deed,
  who: administrators,
  decides: (state) => changeReason(state, name),
  asks,
})

const organizationRows: readonly Row[] = [
  organizationRow('organization-profile', 'description', ({ call }) =>
    call(updateRealm, { description: 'Looms' }),
  ),
  organizationRow('organization-settings', 'editing', ({ call }) =>
    call(updateRealm, { allow_message_editing: true }),
  ),
  {
    ...organizationRow(
      'organization-settings',
      'retention',
      // The server asks for the right only where something changes.
      ({ call, number }) => call(updateRealm, { message_retention_days: 1000 + number }),
      'message_retention_days',
    ),
    who: 'owner',
  },
  {
    page: 'organization-permissions',
    deed: 'who makes public channels',
    who: administrators,
    decides: (state) => permissionReason(state, 'can_create_public_channel_group'),
    asks: ({ call, state }) =>
      call(updateRealm, {
        can_create_public_channel_group: {
          new: anotherGroup(state, state.realm_can_create_public_channel_group),
        },
      }),
  },
  {
    page: 'organization-permissions',
    deed: 'who makes groups',
    who: 'owner',
    decides: (state) => permissionReason(state, 'can_create_groups'),
    asks: ({ call, state }) =>
      call(updateRealm, { can_create_groups: { new: anotherGroup(state, state.realm_can_create_groups) } }),
  },
  {
    page: 'auth-methods',
    deed: 'add a domain',
    who: 'owner',
    decides: domainReason,
    asks: ({ call, name }) => call(addRealmDomain, { domain: `${name}.example`, allow_subdomains: false }),
  },
  organizationRow('linkifier-settings', 'add', ({ call, name }) =>
    call(addLinkifier, { pattern: `${name}-(?P<id>[0-9]+)`, url_template: 'https://example.com/{id}' }),
  ),
  organizationRow('playground-settings', 'add', ({ call, name }) =>
    call(addCodePlayground, {
      name,
      pygments_language: 'Python',
      url_template: 'https://example.com/{code}',
    }),
  ),
  organizationRow('profile-field-settings', 'add', ({ call, name }) =>
    call(createCustomProfileField, { name, field_type: 1 }),
  ),
  organizationRow('default-channels-list', 'add', ({ call }) =>
    call(addDefaultStream, { stream_id: world.channels.design }),
  ),
  organizationRow('organization-level-user-defaults', 'change', ({ call }) =>
    call(updateRealmUserSettingsDefaults, { twenty_four_hour_time: true }),
  ),
  {
    page: 'bots',
    deed: 'add a bot that hears',
    who: members,
    decides: (state) => kindsToMake(state).length > 1,
    asks: ({ call, name }) => call(createBot, { full_name: name, short_name: name, bot_type: 1 }),
  },
]

/** Rows of pages, or parts of them, that are there for owners and absent for others. */
const ownersRow = (page: string, deed: string, asks: Row['asks']): Row => ({
  page,
  deed,
  who: 'owner',
  decides: ownsOrganization,
  asks,
})

const dataRows: readonly Row[] = [
  ownersRow('audit-log', 'read what everybody did', ({ call }) => call(getAuditLog, { everybody: true })),
  ownersRow('auth-methods', 'read the services', ({ inBrowser }) => inBrowser(getSignInServices, {})),
  ownersRow('auth-methods', 'read the SCIM clients', ({ inBrowser }) => inBrowser(getScimClients, {})),
  ownersRow('data-exports-admin', 'read the compliance exports', ({ call }) =>
    call(getComplianceExports, {}),
  ),
  ownersRow('data-exports-admin', 'read the state of backups', ({ call }) => call(getBackupState, {})),
  organizationRow('data-exports-admin', 'read the exports', ({ call }) => call(getRealmExports, {})),
  {
    page: 'moderation',
    deed: 'read the reports',
    who: 'owner moderator',
    decides: (state) => reportAccess(state) === 'in',
    asks: ({ call }) => call(getMessages, narrowOf(moderatorsId)).then(notEmpty),
  },
  {
    page: 'account-and-privacy',
    deed: 'read what one did',
    who: everybody,
    decides: () => true,
    asks: ({ call }) => call(getAuditLog, {}),
  },
  {
    page: 'account-and-privacy',
    deed: 'read the exports of own data',
    who: everybody,
    decides: () => true,
    asks: ({ call }) => call(getOwnExports, {}),
  },
]

const peopleRows: readonly Row[] = [
  {
    page: 'user/manage',
    deed: 'name a member',
    who: administrators,
    decides: (state) => manageReason(state, personIn(state, world.people.otto.id)),
    asks: ({ call, name }) =>
      call(updateUser, { user_id: world.people.otto.id, full_name: `Otto ${name.replaceAll('-', ' ')}` }),
  },
  {
    page: 'user/manage',
    deed: 'name an owner',
    who: 'owner',
    decides: (state) => manageReason(state, personIn(state, world.people.olive.id)),
    asks: ({ call, name }) =>
      call(updateUser, { user_id: world.people.olive.id, full_name: `Olive ${name.replaceAll('-', ' ')}` }),
  },
  {
    page: 'user/manage',
    deed: 'make a moderator',
    who: administrators,
    decides: (state) => roleReason(state, personIn(state, world.people.otto.id), roles.moderator),
    asks: async ({ call }) => {
      const { otto } = world.people
      await call(updateUser, { user_id: otto.id, role: roles.moderator })
      await call(updateUser, { user_id: otto.id, role: roles.member })
    },
  },
  {
    page: 'user/manage',
    deed: 'make an owner',
    who: 'owner',
    decides: (state) => roleReason(state, personIn(state, world.people.otto.id), roles.owner),
    asks: async ({ call }) => {
      const { otto } = world.people
      await call(updateUser, { user_id: otto.id, role: roles.owner })
      await call(updateUser, { user_id: otto.id, role: roles.member })
    },
  },
  {
    page: 'user/manage',
    deed: 'deactivate a member',
    who: administrators,
    decides: (state) => deactivationReason(state, personIn(state, world.people.otto.id)),
    asks: async ({ call }) => {
      await call(deactivateUser, { user_id: world.people.otto.id })
      await call(reactivateUser, { user_id: world.people.otto.id })
    },
  },
  {
    page: 'user/manage',
    deed: 'deactivate the only owner',
    who: '',
    decides: (state) => deactivationReason(state, personIn(state, world.people.olive.id)),
    asks: ({ call }) => call(deactivateUser, { user_id: world.people.olive.id }),
  },
  {
    page: 'users/invitations',
    deed: 'list',
    who: members,
    decides: (state) => state.is_guest !== true,
    asks: ({ call }) => call(getInvites, {}),
  },
  {
    page: 'invite',
    deed: 'by link',
    who: administrators,
    decides: mayInviteByLink,
    asks: ({ call }) => call(createInviteLink, { include_realm_default_subscriptions: true }),
  },
  {
    page: 'groups/new',
    deed: 'create',
    who: members,
    decides: newGroupReason,
    asks: ({ call, name }) => call(createUserGroup, { name, description: '', members: [] }),
  },
  {
    page: 'group/general',
    deed: 'describe',
    who: 'owner',
    decides: (state) => groupReason(state, letters(state), 'manage'),
    asks: ({ call, name }) => call(updateUserGroup, { user_group_id: groupId, description: name }),
  },
  {
    page: 'group/members',
    deed: 'add somebody',
    who: 'owner',
    decides: (state) => groupReason(state, letters(state), 'add'),
    asks: ({ call }) =>
      call(updateUserGroupMembers, { user_group_id: groupId, add: [world.people.otto.id] }).then(() =>
        call(updateUserGroupMembers, { user_group_id: groupId, delete: [world.people.otto.id] }),
      ),
  },
  {
    page: 'group/members',
    deed: 'join',
    who: 'owner',
    decides: (state) => mayJoin(state, letters(state)),
    asks: async ({ call, state }) => {
      await call(updateUserGroupMembers, { user_group_id: groupId, add: [state.user_id!] })
      await call(updateUserGroupMembers, { user_group_id: groupId, delete: [state.user_id!] })
    },
  },
]

const inGroup: Row = {
  page: 'group/members',
  deed: 'leave',
  who: members,
  decides: (state) => mayLeave(state, letters(state)),
  asks: async ({ call, state }) => {
    const { olive } = world.people
    const ids = { user_group_id: groupId, add: [state.user_id!] }
    if (!letters(state).members.includes(state.user_id!)) await olive.call(updateUserGroupMembers, ids)
    await call(updateUserGroupMembers, { user_group_id: groupId, delete: [state.user_id!] })
  },
}

const channelRows: readonly Row[] = [
  {
    page: 'channels/new',
    deed: 'public',
    who: members,
    decides: (state) => creationReason(state, 'public'),
    asks: ({ call, name, state }) => call(createChannel, { name, subscribers: [state.user_id!] }),
  },
  {
    page: 'channels/new',
    deed: 'private',
    who: members,
    decides: (state) => creationReason(state, 'private'),
    asks: ({ call, name, state }) =>
      call(createChannel, { name: `${name}-p`, subscribers: [state.user_id!], invite_only: true }),
  },
  {
    page: 'channels/new',
    deed: 'open to the web',
    who: 'owner',
    decides: (state) => creationReason(state, 'web-public'),
    asks: ({ call, name, state }) =>
      call(createChannel, { name: `${name}-w`, subscribers: [state.user_id!], is_web_public: true }),
  },
  {
    page: 'channel/general',
    deed: 'describe',
    who: administrators,
    decides: (state) => channelReason(state, design(state), 'details'),
    asks: ({ call, name }) => call(updateStream, { stream_id: world.channels.design, description: name }),
  },
  {
    page: 'channel/general',
    deed: 'give to newcomers',
    who: administrators,
    decides: (state) => channelReason(state, design(state), 'newcomers'),
    asks: async ({ call }) => {
      await call(updateStream, { stream_id: world.channels.design, is_default_stream: true })
      await call(updateStream, { stream_id: world.channels.design, is_default_stream: false })
    },
  },
  {
    page: 'channel/general',
    deed: 'retention',
    who: 'owner',
    decides: (state) => channelReason(state, design(state), 'retention'),
    asks: ({ call, number }) =>
      call(updateStream, { stream_id: world.channels.design, message_retention_days: 1000 + number }),
  },
  {
    page: 'channel/permissions',
    deed: 'who writes',
    who: administrators,
    decides: (state) => channelReason(state, design(state), 'details'),
    asks: ({ call, state }) =>
      call(updateStream, {
        stream_id: world.channels.design,
        can_send_message_group: { new: groupNamed(state, 'role:everyone') },
      }),
  },
  {
    page: 'channel/subscribers',
    deed: 'add',
    who: members,
    decides: (state) => addReason(state, design(state)),
    asks: ({ call }) =>
      call(subscribe, { subscriptions: [{ name: 'design' }], principals: [world.people.otto.id] }),
  },
  {
    page: 'channel/subscribers',
    deed: 'remove',
    who: administrators,
    decides: (state) => mayRemove(state, design(state), world.people.otto.id),
    asks: async ({ call }) => {
      await call(unsubscribe, { subscriptions: ['design'], principals: [world.people.otto.id] })
      await call(subscribe, { subscriptions: [{ name: 'design' }], principals: [world.people.otto.id] })
    },
  },
]

const conversationRows: readonly Row[] = [
  {
    page: 'conversation',
    deed: 'write',
    who: everybody,
    decides: (state) =>
      writeProblem(state, { kind: 'topic', channelId: world.channels.design, topic: 'matrix' }),
    asks: ({ call, name }) =>
      call(sendMessage, { type: 'channel', to: world.channels.design, topic: 'matrix', content: name }),
  },
  {
    page: 'conversation',
    deed: 'resolve',
    who: everybody,
    decides: (state) => resolveReason(actor(state)),
    asks: async ({ call, name }) => {
      const message_id = await world.send('iris', { channel: 'design', topic: name }, 'Done')
      await call(updateMessage, { message_id, topic: `✔ ${name}`, propagate_mode: 'change_all' })
    },
  },
  {
    page: 'conversation',
    deed: 'delete what another wrote',
    who: administrators,
    decides: (state) => {
      const message = { id: world.colors[0]!, sender_id: world.people.iris.id, timestamp: Date.now() / 1000 }
      return messageRights(actor(state), {
        ...message,
        stream_id: world.channels.design,
        submessages: [],
      } as unknown as Parameters<typeof messageRights>[1]).delete
    },
    asks: async ({ call }) => {
      const message_id = await world.send('iris', { channel: 'design', topic: 'gone' }, 'Gone')
      await call(deleteMessage, { message_id })
    },
  },
  {
    page: 'rights',
    deed: 'read a public channel that one is not in',
    who: members,
    decides: (state) =>
      rulingIn(
        state,
        {
          of: 'me',
          place: { kind: 'channel', channelId: world.channels.engine },
          isSubscribed:
            state.subscriptions?.some(({ stream_id }) => stream_id === world.channels.engine) === true,
        },
        'read',
      )?.isAllowed === true,
    asks: ({ call }) => call(getMessages, narrowOf(world.channels.engine)).then(notEmpty),
  },
]

type Newest = Pick<Args<typeof getMessages>, 'anchor' | 'narrow' | 'num_after' | 'num_before'>

const narrowOf = (operand: number): Newest => ({
  anchor: 'newest',
  num_before: 1,
  num_after: 0,
  narrow: [{ operator: 'channel', operand }],
})
const notEmpty = ({ messages }: { readonly messages: readonly unknown[] }) => {
  if (messages.length === 0) throw new ApiError(400, { code: 'BAD_REQUEST', msg: 'There is nothing to read' })
}

const rows = [...organizationRows, ...dataRows, ...peopleRows, inGroup, ...channelRows, ...conversationRows]

async function stateOf(name: RoleName): Promise<State> {
  return world.people[staff[name]].call(registerQueue, { include_subscribers: 'partial' })
}

/** Whether the server does what it is asked. Other failures than a refusal fail the test. */
async function isDone(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}

test('pages and server agree for every role what can be done on each page', async () => {
  const list = (is: Readonly<Record<RoleName, boolean>>) =>
    (Object.keys(staff) as RoleName[]).filter((role) => is[role]).join(' ')
  const byPages: Record<string, string> = {}
  const byServer: Record<string, string> = {}
  const meant: Record<string, string> = {}
  let count = 0
  for (const row of rows) {
    const key = `${row.page}: ${row.deed}`
    const decided = {} as Record<RoleName, boolean>
    const done = {} as Record<RoleName, boolean>
    for (const role of Object.keys(staff) as RoleName[]) {
      const state = await stateOf(role)
      const decision = row.decides(state)
      decided[role] = decision === undefined || decision === true
      const { call } = world.people[staff[role]]
      done[role] = await isDone(
        row.asks({ call, inBrowser: sessions[role], state, number: ++count, name: `m-${role}-${count}` }),
      )
    }
    byPages[key] = list(decided)
    byServer[key] = list(done)
    meant[key] = row.who
  }
  expect(byPages).toEqual(byServer)
  expect(byServer).toEqual(meant)
})

test('without an account one reads what is open to the web, and nothing else', async () => {
  const { call } = createClient({ url: server.url })
  const read = (operand: number) =>
    isDone(
      call(getMessages, {
        ...narrowOf(operand),
        narrow: [
          { operator: 'channels', operand: 'web-public' },
          { operator: 'channel', operand },
        ],
      }).then(notEmpty),
    )
  expect(await read(world.channels.square)).toBe(true)
  expect(await read(world.channels.design)).toBe(false)
  const state = await stateOf('owner')
  const may = (channelId: number) =>
    rulingIn(
      state,
      { of: 'without-account', place: { kind: 'channel', channelId }, isSubscribed: false },
      'read',
    )?.isAllowed
  expect(may(world.channels.square)).toBe(true)
  expect(may(world.channels.design)).toBe(false)
})
