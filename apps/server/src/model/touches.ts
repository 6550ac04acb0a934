/**
 * The kinds of directory entries that are read anew one by one. `alertWords` are known by the id of their user,
 * `subscribers` by that of their channel.
 */
export const touchedKinds = ['users', 'groups', 'channels', 'emoji', 'alertWords', 'subscribers'] as const
export type TouchedKind = (typeof touchedKinds)[number]

/** Directory entries that a transaction changed, so that every process reads them anew. */
export type Touches = { organization?: true } & { [K in TouchedKind]?: number[] }
