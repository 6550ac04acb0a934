/** Scopes of access tokens, and what each lets a token do. A token never does more than its account may. */
export const scopes = {
  'messages:read': 'Read messages, topics, drafts, scheduled messages and what rendering them needs.',
  'messages:write':
    'Send, change, move and delete messages; drafts, scheduled messages, reactions, typing, read state, calls.',
  'channels:read': 'Read channels, their folders, subscriptions and subscribers.',
  'channels:write':
    'Make, change and archive channels; subscriptions, visibility of topics, addresses of channels for mail.',
  'people:read': 'Read users, groups, presence, statuses and profile fields.',
  'people:write':
    'Change groups, bots, the own status, presence, profile and avatar; mute people; read and make invitations.',
  'files:read': 'Open files and list the own ones.',
  'files:write': 'Upload files, and delete the own ones.',
  events: 'Register event queues and read events. They show everything that the account can read.',
  settings:
    'Read and change own settings, alert words, saved snippets, views and the storage of a bot; not the password and the email address.',
  organization:
    'Everything that only moderators, administrators or owners may do, and settings of the organization.',
  full: 'Everything that a token may do: also exports, phones that show notifications, the end of the account.',
} as const

export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]

/**
 * The scope that an access token needs for an endpoint. `any`: every token may call it. `none`: no token may, whatever
 * its scopes are, because the endpoint hands out or ends credentials.
 */
export type EndpointScope = Scope | 'any' | 'none'

/** Tells whether a token with these scopes may do what needs a scope. */
export const allowsScope = (granted: readonly Scope[], needed: EndpointScope): boolean =>
  needed === 'any' || (needed !== 'none' && (granted.includes('full') || granted.includes(needed)))
