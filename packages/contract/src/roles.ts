/** The roles and their numbers on the wire: the higher a role, the lower its number. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const
