/**
 * Kinds of directory entries that are loaded again one by one. `alertWords` have the id of their user, `subscribers`
 * the id of their channel.
 */
export const touchedKinds = ['users', 'groups', 'channels', 'emoji', 'alertWords', 'subscribers'] as const
export type TouchedKind = (typeof touchedKinds)[number]

/** Directory entries that a transaction changed: every process loads them again. */
export type Touches = { organization?: true } & { [K in TouchedKind]?: number[] }
